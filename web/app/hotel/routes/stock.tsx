import { useTranslation } from "react-i18next";
import { OrderSection } from "~/hotel/features/basket/order-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { OneHotel } from "~/hotel/layouts/one-hotel";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function StockPage() {
	const { t } = useTranslation("hotel");
	return (
		<RequirePermission permission="place_orders">
			<HotelPage title={t("nav.stock")} text={t("stock.text")} hotels="one">
				<OneHotel>{(hotel) => <OrderSection hotel={hotel} />}</OneHotel>
			</HotelPage>
		</RequirePermission>
	);
}
