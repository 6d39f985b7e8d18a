import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatNumber, formatVolume } from "~/hotel/lib/format";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { LOW_STOCK_PERCENT } from "~/hotel/lib/stock-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { Dashboard } from "~/hotel/types";
import { LevelBar } from "~/hotel/ui/level-bar";
import { Badge } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";

/** Below this limit an order should be on its way. */
const LOW_STOCK_DAYS = 14;

/** The hotel's stock of each product, scarcest first. */
export function StockSummary({ stock }: { stock: Dashboard["stock"] }) {
	const { t } = useTranslation("hotel");
	const query = useHotelQuery();
	const mayOrder = useMay("place_orders");
	const sorted = [...stock].sort((a, b) => a.holdingRate - b.holdingRate);
	return (
		<section aria-labelledby="stock-summary" className="card">
			<div className="flex items-center justify-between gap-3">
				<h2 id="stock-summary" className="text-header">
					{t("dashboard.stock")}
				</h2>
				{mayOrder ? (
					<Link to={href("/hotel/stock") + query} className={buttonStyle("primary", "", "tight")}>
						{t("dashboard.order")}
					</Link>
				) : null}
			</div>
			{stock.length === 0 ? <p className="mt-4 text-ink-600">{t("dashboard.noStock")}</p> : null}
			<ul className="mt-4 flex flex-col gap-4">
				{sorted.map(({ product, ml, capacityMl, holdingRate, daysLeft }) => (
					<li key={product.id}>
						<div className="flex items-baseline justify-between gap-3">
							<p className="min-w-0 truncate font-semibold">{product.name}</p>
							<p className="number shrink-0 text-meta text-ink-600">
								<strong className="text-[15px] text-ink-900">{formatVolume(ml)}</strong> /{" "}
								{formatVolume(capacityMl)}
							</p>
						</div>
						<LevelBar percent={holdingRate} threshold={LOW_STOCK_PERCENT} className="mt-1.5" />
						<p className="number mt-1 flex items-center justify-between gap-2 text-meta text-ink-600">
							<span>{t("dashboard.full", { n: formatNumber(holdingRate) })}</span>
							{daysLeft === null || daysLeft === undefined ? null : daysLeft <= LOW_STOCK_DAYS ? (
								<Badge tint="warning">
									{t("dashboard.days", { count: daysLeft, n: formatNumber(daysLeft) })}
								</Badge>
							) : (
								<span>{t("dashboard.days", { count: daysLeft, n: formatNumber(daysLeft) })}</span>
							)}
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
