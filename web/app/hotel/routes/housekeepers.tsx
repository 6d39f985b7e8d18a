import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { HousekeepersSection } from "~/hotel/features/housekeepers/housekeepers-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { OneHotel } from "~/hotel/layouts/one-hotel";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function HousekeepersPage() {
	const { t } = useTranslation("hotelAdmin");
	return (
		<RequirePermission permission="manage_housekeepers">
			<HotelPage title={t("nav.housekeepers", { ns: "hotel" })} text={t("housekeepers.text")} hotels="one">
				<OneHotel>{(hotel) => <HousekeepersSection hotel={hotel} />}</OneHotel>
			</HotelPage>
		</RequirePermission>
	);
}
