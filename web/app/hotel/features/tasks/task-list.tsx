import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "~/hotel/lib/format";
import { useRooms } from "~/hotel/lib/rooms-query";
import type { Dispenser, HotelName, Room, SensorState } from "~/hotel/types";
import { DispenserCard } from "~/hotel/ui/dispenser-card";
import { QueryState } from "~/hotel/ui/query-state";
import { RefillButton } from "~/hotel/ui/refill-button";
import { Badge } from "~/shared/ui/badge";
import { CheckIcon } from "~/shared/ui/tool-icons";

const isLow = (dispenser: Dispenser) => dispenser.percent < dispenser.thresholdPercent;
const requiresDispenser = ({ reasons }: Room, dispenserId: number) =>
	reasons.some((reason) => reason.dispenserId === dispenserId);

/** The rooms that require a visit, by floor. A finished room stays, with a check mark, until the screen is left. */
export function TaskList({ hotel }: { hotel: HotelName }) {
	return (
		<QueryState query={useRooms(hotel.id)}>
			{({ items }) => <Tasks hotelId={hotel.id} rooms={items} />}
		</QueryState>
	);
}

function Tasks({ hotelId, rooms }: { hotelId: number; rooms: readonly Room[] }) {
	const { t } = useTranslation("hotel");
	// A finished room must not disappear under the finger.
	const [shownIds, setShownIds] = useState<ReadonlySet<number>>(new Set());
	const requiring = rooms.filter(({ state }) => state === "require");
	const fresh = requiring.filter(({ id }) => !shownIds.has(id));
	if (fresh.length > 0) setShownIds(new Set([...shownIds, ...fresh.map(({ id }) => id)]));
	const shown = rooms
		.filter(({ id }) => shownIds.has(id))
		.sort((a, b) => a.floor - b.floor || a.number.localeCompare(b.number, "en", { numeric: true }));
	return (
		<section aria-labelledby="to-do" className="flex flex-col gap-3">
			<h2 id="to-do" className="text-header" aria-live="polite">
				{requiring.length === 0
					? t("tasks.nothing")
					: t("tasks.count", { count: requiring.length, n: formatNumber(requiring.length) })}
			</h2>
			{shown.length === 0 ? (
				<div className="card flex flex-col items-center gap-3 py-10 text-center text-ink-600">
					<span className="grid size-14 place-items-center rounded-full bg-mint-100 text-green-700">
						<CheckIcon className="size-7" />
					</span>
					{t("tasks.nothingText")}
				</div>
			) : null}
			<ul className="grid items-start gap-3 md:grid-cols-2">
				{shown.map((room) => (
					<Task key={room.id} hotelId={hotelId} room={room} />
				))}
			</ul>
		</section>
	);
}

function Task({ hotelId, room }: { hotelId: number; room: Room }) {
	const { t } = useTranslation("hotel");
	const isDone = room.state === "stable";
	const requiring = room.dispensers.filter(({ id }) => requiresDispenser(room, id));
	const hasSensorState = (state: SensorState) => requiring.some(({ sensor }) => sensor?.state === state);
	return (
		<li className={`card p-4 ${isDone ? "bg-mint-50" : ""}`}>
			<div className="flex items-center justify-between gap-3">
				<h3 className="number text-[20px] font-bold">{t("rooms.room", { number: room.number })}</h3>
				{isDone ? (
					<Badge tint="success">{t("tasks.done")}</Badge>
				) : (
					<span className="text-meta text-ink-600">{t("rooms.floor", { floor: room.floor })}</span>
				)}
			</div>
			{requiring.length > 0 ? (
				<ul className="mt-3 flex flex-col gap-2.5">
					{requiring.map((dispenser) => (
						<DispenserCard
							key={dispenser.id}
							dispenser={dispenser}
							action={
								<RefillButton
									hotelId={hotelId}
									dispenser={dispenser}
									isPrimary={isLow(dispenser)}
									className="max-sm:w-full"
								/>
							}
						/>
					))}
				</ul>
			) : null}
			{hasSensorState("need_check") ? (
				<p className="mt-3 text-meta text-ink-600">{t("tasks.sensorHint")}</p>
			) : null}
			{hasSensorState("abnormal") ? (
				<p className="mt-3 text-meta text-ink-600">{t("tasks.batteryHint")}</p>
			) : null}
		</li>
	);
}
