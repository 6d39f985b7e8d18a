import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { monthName, number, volume, weight } from "~/hotel/lib/format";
import { ofHotel } from "~/hotel/lib/hotel-choice";
import { useOverview } from "~/hotel/lib/overview-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { Overview as Data, HotelGlance } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { FigureTile } from "~/hotel/ui/figure-tile";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { OpenOrders } from "./open-orders";

/** All hotels of the user at a glance. */
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
	const { rooms, month, openOrders, hotels } = totals;
	return (
		<dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			<FigureTile
				icon="orders"
				name={t("dashboard.orders")}
				value={number(openOrders)}
				text={t("dashboard.inHotels", { count: hotels, n: number(hotels) })}
			/>
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
		</dl>
	);
}

function Hotels({ rows }: { rows: readonly HotelGlance[] }) {
	const { t } = useTranslation("hotel");
	const target = useMay("read_hotel_dashboard") ? href("/hotel") : href("/hotel/rooms");
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
						cell: ({ hotel }) => (
							<Link
								to={ofHotel(target, hotel.id)}
								className="inline-flex min-h-11 items-center font-bold text-green-700 hover:underline"
							>
								{hotel.name}
							</Link>
						),
					},
					{
						head: t("column.require"),
						isNumber: true,
						cell: ({ rooms }) => `${number(rooms.require)} / ${number(rooms.total)}`,
					},
					{
						head: t("column.lowStock"),
						isNumber: true,
						cell: ({ lowStock }) =>
							lowStock > 0 ? <Badge tint="warning">{number(lowStock)}</Badge> : number(lowStock),
					},
					{
						head: t("column.sensors"),
						isNumber: true,
						cell: ({ sensors }) => number(sensors.abnormal + sensors.needCheck),
					},
					{ head: t("column.openOrders"), isNumber: true, cell: ({ openOrders }) => number(openOrders) },
					{
						head: t("column.refilled"),
						isNumber: true,
						cell: ({ month }) => volume(month.refillMl),
					},
				]}
			/>
		</section>
	);
}
