import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { OrderList } from "~/hotel/features/orders/order-list";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { useMay } from "~/hotel/session/hotel-session";
import { buttonStyle } from "~/shared/ui/button-style";

export default function OrdersPage() {
	const { t } = useTranslation("hotel");
	const query = useHotelQuery();
	const mayOrder = useMay("place_orders");
	const mayMove = useMay("move_orders");
	return (
		<RequirePermission permission="read_orders">
			<HotelPage
				title={t("nav.orders")}
				text={t(mayMove ? "orders.supplierText" : "orders.text")}
				hotels="all"
				action={
					mayOrder && !mayMove ? (
						<Link to={href("/hotel/stock") + query} className={buttonStyle()}>
							{t("orders.new")}
						</Link>
					) : null
				}
			>
				<OrderList />
			</HotelPage>
		</RequirePermission>
	);
}
