import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { monthName, number, volume, weight } from "~/hotel/lib/format";
import type { Dashboard, HotelName } from "~/hotel/types";
import { FigureTile } from "~/hotel/ui/figure-tile";
import { QueryState } from "~/hotel/ui/query-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { OpenOrders } from "./open-orders";
import { useDashboard } from "./queries";
import { RequiringRooms } from "./requiring-rooms";
import { StockGlance } from "./stock-glance";

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

/** One hotel at a glance: what needs somebody first. */
export function HotelDashboard({ hotel }: { hotel: HotelName }) {
	const query = useDashboard(hotel.id);
	return (
		<QueryState query={query} skeleton={SKELETON}>
			{(data) => (
				<>
					<Figures data={data} />
					<div className="grid gap-4 lg:grid-cols-[1.35fr_1fr] lg:gap-5">
						<StockGlance stock={data.stock} />
						<RequiringRooms rooms={data.requiring} count={data.rooms.require} />
					</div>
					<OpenOrders orders={data.orders} more={href("/hotel/orders")} />
				</>
			)}
		</QueryState>
	);
}

function Figures({ data }: { data: Dashboard }) {
	const { t } = useTranslation("hotel");
	const { rooms, sensors, month } = data;
	const silent = sensors.abnormal + sensors.needCheck;
	return (
		<dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			<FigureTile
				icon="rooms"
				name={t("dashboard.require")}
				value={number(rooms.require)}
				text={t("dashboard.ofRooms", { n: number(rooms.total) })}
				isUrgent={rooms.require > 0}
			/>
			<FigureTile
				icon="drop"
				name={t("dashboard.refilled")}
				value={volume(month.refillMl)}
				text={t("dashboard.inMonth", { month: monthName(month.month) })}
			/>
			<FigureTile
				icon="leaf"
				name={t("dashboard.plastic")}
				value={weight(month.plasticGrams)}
				text={t("dashboard.bottles", { count: month.bottlesReplaced, n: number(month.bottlesReplaced) })}
			/>
			<FigureTile
				icon="sensors"
				name={t("dashboard.sensors")}
				value={number(silent)}
				text={t("dashboard.normal", { n: number(sensors.normal) })}
				isUrgent={silent > 0}
			/>
		</dl>
	);
}
