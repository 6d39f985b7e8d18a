import { href } from "react-router";
import type { Dashboard, HotelName } from "~/hotel/types";
import { QueryState } from "~/hotel/ui/query-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { PlasticTile, RefillTile, RoomsTile, SensorsTile } from "./dashboard-tiles";
import { OpenOrders } from "./open-orders";
import { useDashboard } from "./queries";
import { RequiringRooms } from "./requiring-rooms";
import { StockSummary } from "./stock-summary";

const SKELETON = (
	<>
		<div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			{[1, 2, 3, 4].map((tile) => (
				<Skeleton key={tile} className="h-[126px] rounded-card" />
			))}
		</div>
		<Skeleton className="h-72 rounded-card" />
	</>
);

/** Dashboard of one hotel, with what needs attention first. */
export function HotelDashboard({ hotel }: { hotel: HotelName }) {
	const query = useDashboard(hotel.id);
	return (
		<QueryState query={query} skeleton={SKELETON}>
			{(data) => (
				<>
					<MetricTiles data={data} />
					<div className="grid gap-4 lg:grid-cols-[1.35fr_1fr] lg:gap-5">
						<StockSummary stock={data.stock} />
						<RequiringRooms rooms={data.requiring} count={data.rooms.require} />
					</div>
					<OpenOrders orders={data.orders} more={href("/hotel/orders")} />
				</>
			)}
		</QueryState>
	);
}

function MetricTiles({ data }: { data: Dashboard }) {
	const { rooms, sensors, month } = data;
	return (
		<dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			<RoomsTile rooms={rooms} />
			<RefillTile month={month} />
			<PlasticTile month={month} />
			<SensorsTile sensors={sensors} />
		</dl>
	);
}
