import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useSearchParams } from "react-router";
import { formatDate, formatNumber, formatWon } from "~/hotel/lib/format";
import { useHotelChoice, useHotelQuery } from "~/hotel/lib/hotel-choice";
import { ORDER_STEPS } from "~/hotel/lib/states";
import type { OrderState, OrderSummary } from "~/hotel/types";
import { ChoiceBar } from "~/hotel/ui/choice-bar";
import { type Column, DataTable } from "~/hotel/ui/data-table";
import { MoreButton } from "~/hotel/ui/more-button";
import { OrderBadge, useOrderStateText } from "~/hotel/ui/order-badge";
import { QueryState } from "~/hotel/ui/query-state";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { SearchBox } from "~/shared/ui/search-box";
import { useOrders, useOrdersFile } from "./queries";

const STATES = [...ORDER_STEPS, "canceled"] as const satisfies readonly OrderState[];

/** The orders of the chosen hotel, or of all hotels, with filters. */
export function OrderList() {
	const { t } = useTranslation("hotel");
	const { hotel, hotels } = useHotelChoice();
	const textOf = useOrderStateText();
	const [search, setSearch] = useSearchParams();
	const [q, setQ] = useState("");
	const state = STATES.find((each) => each === search.get("state"));
	const filters = {
		...(hotel ? { hotelId: hotel.id } : {}),
		...(state ? { state } : {}),
		...(q ? { q } : {}),
	};
	const orders = useOrders(filters);
	const file = useOrdersFile(filters);
	const setState = (next: OrderState | "all") =>
		setSearch(
			(present) => {
				const changed = new URLSearchParams(present);
				if (next === "all") changed.delete("state");
				else changed.set("state", next);
				return changed;
			},
			{ replace: true },
		);
	return (
		<>
			<div className="flex flex-col gap-3 sm:flex-row">
				<SearchBox
					className="min-w-0 flex-1"
					label={t("orders.search")}
					placeholder={t("orders.search")}
					onSearch={setQ}
				/>
				<Button tone="secondary" isPending={file.isPending} onPress={() => file.mutate()}>
					{t("action.csv")}
				</Button>
			</div>
			<ChoiceBar
				label={t("orders.filter")}
				value={state ?? "all"}
				onChange={setState}
				choices={[["all", t("orders.all")], ...STATES.map((each) => [each, textOf(each)] as const)]}
			/>
			{file.error ? <Notice tone="danger">{problemText(file.error)}</Notice> : null}
			<QueryState query={orders}>
				{({ pages }) => (
					<div aria-busy={orders.isPlaceholderData} className="flex flex-col gap-4">
						<OrdersTable rows={pages.flatMap(({ items }) => items)} withHotel={hotels.length > 1} />
						<MoreButton query={orders} />
					</div>
				)}
			</QueryState>
		</>
	);
}

function OrdersTable({ rows, withHotel }: { rows: readonly OrderSummary[]; withHotel: boolean }) {
	const { t } = useTranslation("hotel");
	const query = useHotelQuery();
	const hotel: Column<OrderSummary> = { head: t("column.hotel"), cell: (row) => row.hotel.name };
	return (
		<DataTable
			label={t("nav.orders")}
			rows={rows}
			keyOf={({ id }) => id}
			empty={t("orders.none")}
			columns={[
				{
					head: t("column.order"),
					cell: (row) => (
						<Link
							to={href("/hotel/orders/:id", { id: String(row.id) }) + query}
							className="number inline-flex min-h-11 items-center font-bold text-green-700 hover:underline"
						>
							{row.number}
						</Link>
					),
				},
				...(withHotel ? [hotel] : []),
				{
					head: t("column.date"),
					cell: (row) => <span className="number whitespace-nowrap">{formatDate(row.orderedAt)}</span>,
				},
				{ head: t("column.state"), cell: ({ state }) => <OrderBadge state={state} /> },
				{ head: t("column.boxes"), isNumber: true, cell: ({ boxes }) => formatNumber(boxes) },
				{ head: t("column.total"), isNumber: true, cell: ({ total }) => formatWon(total) },
				{
					head: t("column.tracking"),
					cell: ({ courierCompany, trackingNumber }) => (
						<span className="number">{trackingNumber ? `${courierCompany} ${trackingNumber}` : "–"}</span>
					),
				},
			]}
		/>
	);
}
