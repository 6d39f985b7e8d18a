import { useTranslation } from "react-i18next";
import { RoomsSection } from "~/hotel/features/rooms/rooms-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { OneHotel } from "~/hotel/layouts/one-hotel";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function RoomsPage() {
	const { t } = useTranslation("hotel");
	return (
		<RequirePermission permission="read_rooms">
			<HotelPage title={t("nav.rooms")} text={t("rooms.text")} hotels="one">
				<OneHotel>{(hotel) => <RoomsSection hotel={hotel} />}</OneHotel>
			</HotelPage>
		</RequirePermission>
	);
}
