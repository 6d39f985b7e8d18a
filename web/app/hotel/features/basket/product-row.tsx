import { useTranslation } from "react-i18next";
import { formatNumber, formatVolume, formatWon } from "~/hotel/lib/format";
import { LOW_STOCK_PERCENT } from "~/hotel/lib/stock-query";
import type { Product, StockItem } from "~/hotel/types";
import { LevelBar } from "~/hotel/ui/level-bar";
import { Badge } from "~/shared/ui/badge";
import { BoxStepper } from "./box-stepper";

const FULL_PERCENT = 100;

interface Props {
	product: Product;
	stock: StockItem | undefined;
	boxes: number;
	onBoxes: (boxes: number) => void;
}

/** One product: stock, contents and price of a box, and the number of boxes to order. */
export function ProductRow({ product, stock, boxes, onBoxes }: Props) {
	const { t } = useTranslation("hotel");
	const { name, bottleMl, bottlesPerBox, unitPrice } = product;
	return (
		<li className="grid gap-3 border-b border-line py-4 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<strong className="text-[16px]">{name}</strong>
					<Badge tint="quiet">{t(`product.${product.type}`)}</Badge>
				</p>
				<p className="number mt-0.5 text-meta text-ink-600">
					{[
						product.fragrance,
						t("stock.box", { bottles: bottlesPerBox, ml: formatNumber(bottleMl) }),
						t("stock.perBox", { price: formatWon(unitPrice) }),
					]
						.filter(Boolean)
						.join(" · ")}
				</p>
				{stock ? <StockAfterDelivery stock={stock} addedMl={boxes * bottlesPerBox * bottleMl} /> : null}
			</div>
			<BoxStepper product={name} boxes={boxes} onBoxes={onBoxes} />
		</li>
	);
}

function StockAfterDelivery({ stock, addedMl }: { stock: StockItem; addedMl: number }) {
	const { t } = useTranslation("hotel");
	const { ml, capacityMl, holdingRate, mlAfterDelivery } = stock;
	const after = mlAfterDelivery + addedMl;
	const percentAfter = capacityMl > 0 ? Math.round((after / capacityMl) * FULL_PERCENT) : 0;
	return (
		<div className="mt-2 max-w-[420px]">
			<LevelBar percent={holdingRate} threshold={LOW_STOCK_PERCENT} />
			<p className="number mt-1 flex flex-wrap justify-between gap-x-3 text-meta text-ink-600">
				<span>{t("stock.now", { ml: formatVolume(ml), percent: formatNumber(holdingRate) })}</span>
				{after > ml ? (
					<span className={percentAfter > FULL_PERCENT ? "font-semibold text-warning" : ""}>
						{t(percentAfter > FULL_PERCENT ? "stock.tooMuch" : "stock.after", {
							ml: formatVolume(after),
							percent: formatNumber(percentAfter),
						})}
					</span>
				) : null}
			</p>
		</div>
	);
}
