import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatDate, formatNumber, formatWon } from "~/hotel/lib/format";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { useMe } from "~/hotel/session/hotel-session";
import type { OpenOrder } from "~/hotel/types";
import { OrderBadge } from "~/hotel/ui/order-badge";
import { OrderProgress } from "~/hotel/ui/order-progress";

/** The open orders with their progress. */
export function OpenOrders({ orders, more }: { orders: readonly OpenOrder[]; more: string }) {
	const { t } = useTranslation("hotel");
	const query = useHotelQuery();
	const { hotels } = useMe();
	return (
		<section aria-labelledby="open-orders" className="card">
			<div className="flex items-center justify-between gap-3">
				<h2 id="open-orders" className="text-header">
					{t("dashboard.orders")}
				</h2>
				<Link to={more + query} className="flex min-h-11 items-center font-bold text-green-700">
					{t("dashboard.allOrders")}
				</Link>
			</div>
			{orders.length === 0 ? <p className="mt-2 text-ink-600">{t("dashboard.noOrders")}</p> : null}
			<ul className="mt-1 flex flex-col">
				{orders.map((order) => (
					<li key={order.id} className="border-b border-line last:border-0">
						<Link
							to={href("/hotel/orders/:id", { id: String(order.id) }) + query}
							className="-mx-2 grid gap-x-6 gap-y-2 rounded-control px-2 py-3 hover:bg-mint-50 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_172px] sm:items-center"
						>
							<span className="min-w-0">
								<span className="number block font-semibold">{order.number}</span>
								<span className="number block truncate text-meta text-ink-600">
									{hotels.length > 1 ? `${order.hotel.name} · ` : ""}
									{formatDate(order.orderedAt)} ·{" "}
									{t("orders.boxes", { count: order.boxes, n: formatNumber(order.boxes) })} ·{" "}
									{formatWon(order.total)}
								</span>
							</span>
							<OrderProgress state={order.state} />
							<span className="justify-self-start sm:justify-self-end">
								<OrderBadge state={order.state} />
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
