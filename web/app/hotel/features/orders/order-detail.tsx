import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { formatDateTime } from "~/hotel/lib/format";
import type { Order } from "~/hotel/types";
import { OrderBadge } from "~/hotel/ui/order-badge";
import { OrderLines, OrderTotals } from "~/hotel/ui/order-lines";
import { DescriptionList } from "~/shared/ui/description-list";
import { Notice } from "~/shared/ui/notice";
import { OrderTimeline } from "./order-timeline";
import { StepCard } from "./step-card";

/** One order: its lines, its progress, and its actions. */
export function OrderDetail({ order }: { order: Order }) {
	const { t } = useTranslation("hotel");
	const isNew = useLocation().state?.isNew === true && order.state === "order_request";
	return (
		<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-5">
			<div className="flex min-w-0 flex-col gap-4 lg:gap-5">
				{isNew ? (
					<Notice tone="info" title={t("orders.placed")}>
						{t("orders.placedText")}
					</Notice>
				) : null}
				<section aria-labelledby="about" className="card">
					<div className="mb-3 flex items-center justify-between gap-3">
						<h2 id="about" className="text-header">
							{t("orders.about")}
						</h2>
						<OrderBadge state={order.state} />
					</div>
					<DescriptionList
						items={[
							[t("column.hotel"), order.hotel.name],
							[t("orders.orderedAt"), formatDateTime(order.orderedAt)],
							[t("orders.orderedBy"), order.orderedBy],
							...(order.trackingNumber
								? ([
										[t("orders.courier"), order.courierCompany],
										[t("orders.tracking"), order.trackingNumber],
									] as const)
								: []),
						]}
					/>
				</section>
				<OrderLines lines={order.lines} />
				<section aria-label={t("total.total")} className="card">
					<OrderTotals quote={order} />
				</section>
			</div>
			<div className="flex flex-col gap-4 max-lg:order-first lg:gap-5">
				<StepCard order={order} />
				<OrderTimeline order={order} />
			</div>
		</div>
	);
}
