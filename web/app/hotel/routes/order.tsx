import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { OrderDetail } from "~/hotel/features/orders/order-detail";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { NotFound } from "~/shared/layouts/not-found";
import { idOf } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { BackIcon } from "~/shared/ui/icons";

export default function OrderPage() {
	const { t } = useTranslation("hotel");
	const id = idOf(useParams().id);
	const query = useHotelQuery();
	return (
		<RequirePermission permission="read_orders">
			<HotelPage
				title={t("orders.one")}
				action={
					<Link to={href("/hotel/orders") + query} className={buttonStyle("quiet", "-ml-3.5", "tight")}>
						<BackIcon className="size-4" />
						{t("orders.back")}
					</Link>
				}
			>
				{id === null ? <NotFound /> : <OrderDetail key={id} id={id} />}
			</HotelPage>
		</RequirePermission>
	);
}
