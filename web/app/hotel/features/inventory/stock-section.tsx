import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatVolume } from "~/hotel/lib/format";
import { LOW_STOCK_PERCENT, useStock } from "~/hotel/lib/stock-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { HotelName, StockItem } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { LevelBar } from "~/hotel/ui/level-bar";
import { OrderBadge } from "~/hotel/ui/order-badge";
import { QueryState } from "~/hotel/ui/query-state";
import { RowButton } from "~/hotel/ui/row-button";
import { EntriesDialog } from "./entries-dialog";

const CountDialog = lazy(() => import("./stock-dialog").then((module) => ({ default: module.CountDialog })));
const CapacityDialog = lazy(() =>
	import("./stock-dialog").then((module) => ({ default: module.CapacityDialog })),
);
const DIALOGS = { entries: EntriesDialog, count: CountDialog, capacity: CapacityDialog };
type Action = keyof typeof DIALOGS;

/** A hotel's stock by product, with open deliveries and entries. */
export function StockSection({ hotel }: { hotel: HotelName }) {
	const query = useStock(hotel.id);
	const [open, setOpen] = useState<{ action: Action; id: number } | null>(null);
	return (
		<QueryState query={query}>
			{({ items }) => {
				const item = items.find(({ product }) => product.id === open?.id);
				const Shown = open && DIALOGS[open.action];
				return (
					<>
						<StockTable
							rows={items}
							onAction={(action, { product }) => setOpen({ action, id: product.id })}
						/>
						{item && Shown ? (
							<Suspense>
								<Shown hotelId={hotel.id} item={item} onClose={() => setOpen(null)} />
							</Suspense>
						) : null}
					</>
				);
			}}
		</QueryState>
	);
}

interface TableProps {
	rows: readonly StockItem[];
	onAction: (action: Action, item: StockItem) => void;
}

function StockTable({ rows, onAction }: TableProps) {
	const { t } = useTranslation("hotelAdmin");
	const mayManage = useMay("manage_stock");
	return (
		<DataTable
			label={t("inventory.stock")}
			rows={rows}
			keyOf={({ product }) => product.id}
			empty={t("inventory.none")}
			columns={[
				{
					head: t("inventory.column.product"),
					cell: ({ product }) => <ProductCell product={product} />,
				},
				{ head: t("inventory.column.ml"), isNumber: true, cell: ({ ml }) => formatVolume(ml) },
				{
					head: t("inventory.column.capacity"),
					isNumber: true,
					cell: (item) => (
						<CapacityCell item={item} onEdit={mayManage ? () => onAction("capacity", item) : null} />
					),
				},
				{
					head: t("inventory.column.rate"),
					cell: ({ holdingRate }) => <RateCell percent={holdingRate} />,
				},
				{
					head: t("inventory.column.monthly"),
					isNumber: true,
					cell: ({ monthlyOrderLitres }) => `${formatNumber(monthlyOrderLitres)} L`,
				},
				{
					head: t("inventory.column.production"),
					cell: ({ productionStatus }) => (productionStatus ? <OrderBadge state={productionStatus} /> : "–"),
				},
				{
					head: t("inventory.column.after"),
					isNumber: true,
					cell: ({ mlAfterDelivery }) => formatVolume(mlAfterDelivery),
				},
				{
					head: t("person.actions"),
					isUnlabeled: true,
					cell: (item) => (
						<span className="flex gap-4 md:justify-end">
							{(mayManage ? (["entries", "count"] as const) : (["entries"] as const)).map((action) => (
								<RowButton
									key={action}
									text={t(`inventory.${action}`)}
									name={item.product.name}
									onPress={() => onAction(action, item)}
								/>
							))}
						</span>
					),
				},
			]}
		/>
	);
}

function ProductCell({ product }: Pick<StockItem, "product">) {
	return (
		<>
			{product.name}
			<span className="number block text-meta font-normal text-ink-600">{product.code}</span>
		</>
	);
}

function CapacityCell({ item, onEdit }: { item: StockItem; onEdit: (() => void) | null }) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<span className="flex items-center justify-end gap-1">
			{formatVolume(item.capacityMl)}
			{onEdit ? (
				<button
					type="button"
					aria-label={t("inventory.editCapacity", { product: item.product.name })}
					onClick={onEdit}
					className="-mr-2 min-h-11 rounded-control px-2 text-meta font-bold text-green-700 hover:bg-mint-50"
				>
					{t("person.edit")}
				</button>
			) : null}
		</span>
	);
}

function RateCell({ percent }: { percent: number }) {
	return (
		<span className="number flex items-center justify-end gap-2 md:justify-start">
			<LevelBar percent={percent} threshold={LOW_STOCK_PERCENT} className="w-20" />
			{formatNumber(percent)}%
		</span>
	);
}
