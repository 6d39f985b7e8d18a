import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { formatNumber, formatVolume } from "~/hotel/lib/format";
import { useOverview } from "~/hotel/lib/overview-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { Overview as Data, OverviewRow } from "~/hotel/types";
import { type Column, DataTable } from "~/hotel/ui/data-table";
import { HotelLink } from "~/hotel/ui/hotel-link";
import { MetricTile } from "~/hotel/ui/metric-tile";
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
					<HotelTable rows={data.hotels} />
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
				<MetricTile
					icon="hotels"
					name={t("nav.hotels")}
					value={formatNumber(hotels)}
					text={t("dashboard.linked")}
				/>
			) : (
				<MetricTile
					icon="orders"
					name={t("dashboard.orders")}
					value={formatNumber(openOrders)}
					text={t("dashboard.inHotels", { count: hotels, n: formatNumber(hotels) })}
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

function HotelTable({ rows }: { rows: readonly OverviewRow[] }) {
	const { t } = useTranslation("hotel");
	const maySeeStock = useMay("read_stock");
	const maySeeOrders = useMay("read_orders");
	const maySeeSavings = useMay("read_environment");
	const lowStock: Column<OverviewRow> = {
		head: t("column.lowStock"),
		isNumber: true,
		cell: ({ lowStock: count }) =>
			count ? <Badge tint="warning">{formatNumber(count)}</Badge> : formatNumber(count ?? 0),
	};
	const openOrders: Column<OverviewRow> = {
		head: t("column.openOrders"),
		isNumber: true,
		cell: ({ openOrders: count }) => formatNumber(count ?? 0),
	};
	const refilled: Column<OverviewRow> = {
		head: t("column.refilled"),
		isNumber: true,
		cell: ({ month }) => formatVolume(month?.refillMl ?? 0),
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
						cell: ({ rooms }) => `${formatNumber(rooms.require)} / ${formatNumber(rooms.total)}`,
					},
					...(maySeeStock ? [lowStock] : []),
					{
						head: t("column.sensors"),
						isNumber: true,
						cell: ({ sensors }) => formatNumber(sensors.abnormal + sensors.needCheck),
					},
					...(maySeeOrders ? [openOrders] : []),
					...(maySeeSavings ? [refilled] : []),
				]}
			/>
		</section>
	);
}
