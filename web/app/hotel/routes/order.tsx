import { useTranslation } from "react-i18next";
import { href, useParams } from "react-router";
import { OrderDetail } from "~/hotel/features/orders/order-detail";
import { useOrder } from "~/hotel/features/orders/queries";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { QueryState } from "~/hotel/ui/query-state";
import { NotFound } from "~/shared/layouts/not-found";
import { parseId } from "~/shared/lib/format";

export default function OrderPage() {
	const id = parseId(useParams().id);
	return (
		<RequirePermission permission="read_orders">
			{id === null ? <NoOrder /> : <LoadedOrder key={id} id={id} />}
		</RequirePermission>
	);
}

function NoOrder() {
	const { t } = useTranslation("hotel");
	return (
		<HotelPage title={t("orders.one")}>
			<NotFound />
		</HotelPage>
	);
}

function LoadedOrder({ id }: { id: number }) {
	const { t } = useTranslation("hotel");
	const choice = useHotelQuery();
	const query = useOrder(id);
	return (
		<HotelPage
			title={query.data?.number ?? t("orders.one")}
			back={{ to: href("/hotel/orders") + choice, text: t("orders.back") }}
		>
			<QueryState query={query}>{(order) => <OrderDetail order={order} />}</QueryState>
		</HotelPage>
	);
}
