import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { HotelList } from "~/hotel/features/hotels/hotel-list";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function HotelsPage() {
	const { t } = useTranslation("hotelAdmin");
	return (
		<RequirePermission permission="read_overview">
			<HotelPage title={t("nav.hotels", { ns: "hotel" })} text={t("hotels.text")}>
				<HotelList />
			</HotelPage>
		</RequirePermission>
	);
}
