import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { SensorsSection } from "~/hotel/features/sensors/sensors-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { OneHotel } from "~/hotel/layouts/one-hotel";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function SensorsPage() {
	const { t } = useTranslation("hotelAdmin");
	return (
		<RequirePermission permission="read_sensors">
			<HotelPage title={t("nav.sensors", { ns: "hotel" })} text={t("sensors.text")} hotels="one">
				<OneHotel>{(hotel) => <SensorsSection hotel={hotel} />}</OneHotel>
			</HotelPage>
		</RequirePermission>
	);
}
