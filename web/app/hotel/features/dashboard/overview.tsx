import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { number, volume } from "~/hotel/lib/format";
import { useOverview } from "~/hotel/lib/overview-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { Overview as Data, OverviewRow } from "~/hotel/types";
import { type Column, DataTable } from "~/hotel/ui/data-table";
import { FigureTile } from "~/hotel/ui/figure-tile";
import { HotelLink } from "~/hotel/ui/hotel-link";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { PlasticTile, RefillTile, RoomsTile, SensorsTile } from "./dashboard-tiles";
import { OpenOrders } from "./open-orders";

/** Dashboard of all hotels of the user. */
export function Overview() {
	const mayOrders = useMay("read_orders");
	return (
		<QueryState query={useOverview()}>
			{(data) => (
				<>
					<Totals totals={data.totals} />
					<Hotels rows={data.hotels} />
					{mayOrders ? <OpenOrders orders={data.orders} more={href("/hotel/orders")} /> : null}
				</>
			)}
		</QueryState>
	);
}

function Totals({ totals }: { totals: Data["totals"] }) {
	const { t } = useTranslation("hotel");
	const { rooms, month, openOrders, hotels, sensors } = totals;
	return (
		<dl className={`grid grid-cols-2 gap-3 ${month ? "lg:grid-cols-4" : "lg:grid-cols-3"}`}>
			{openOrders === null ? (
				<FigureTile
					icon="hotels"
					name={t("nav.hotels")}
					value={number(hotels)}
					text={t("dashboard.linked")}
				/>
			) : (
				<FigureTile
					icon="orders"
					name={t("dashboard.orders")}
					value={number(openOrders)}
					text={t("dashboard.inHotels", { count: hotels, n: number(hotels) })}
				/>
			)}
			<RoomsTile rooms={rooms} />
			{month ? (
				<>
					<RefillTile month={month} />
					<PlasticTile month={month} />
				</>
			) : (
				<SensorsTile sensors={sensors} />
			)}
		</dl>
	);
}

function Hotels({ rows }: { rows: readonly OverviewRow[] }) {
	const { t } = useTranslation("hotel");
	const maySeeStock = useMay("read_stock");
	const maySeeOrders = useMay("read_orders");
	const maySeeSavings = useMay("read_environment");
	const lowStock: Column<OverviewRow> = {
		head: t("column.lowStock"),
		isNumber: true,
		cell: ({ lowStock: count }) =>
			count ? <Badge tint="warning">{number(count)}</Badge> : number(count ?? 0),
	};
	const openOrders: Column<OverviewRow> = {
		head: t("column.openOrders"),
		isNumber: true,
		cell: ({ openOrders: count }) => number(count ?? 0),
	};
	const refilled: Column<OverviewRow> = {
		head: t("column.refilled"),
		isNumber: true,
		cell: ({ month }) => volume(month?.refillMl ?? 0),
	};
	return (
		<section aria-labelledby="hotels" className="flex flex-col gap-3">
			<h2 id="hotels" className="text-header">
				{t("dashboard.byHotel")}
			</h2>
			<DataTable
				label={t("dashboard.byHotel")}
				rows={rows}
				keyOf={({ hotel }) => hotel.id}
				empty={t("hotelSelect.none")}
				columns={[
					{
						head: t("column.hotel"),
						cell: ({ hotel }) => <HotelLink hotel={hotel} />,
					},
					{
						head: t("column.require"),
						isNumber: true,
						cell: ({ rooms }) => `${number(rooms.require)} / ${number(rooms.total)}`,
					},
					...(maySeeStock ? [lowStock] : []),
					{
						head: t("column.sensors"),
						isNumber: true,
						cell: ({ sensors }) => number(sensors.abnormal + sensors.needCheck),
					},
					...(maySeeOrders ? [openOrders] : []),
					...(maySeeSavings ? [refilled] : []),
				]}
			/>
		</section>
	);
}
