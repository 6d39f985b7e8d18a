import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRooms } from "~/hotel/lib/rooms-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { HotelName, Room } from "~/hotel/types";
import { ChoiceBar } from "~/hotel/ui/choice-bar";
import { QueryState } from "~/hotel/ui/query-state";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { RoomDialog } from "./room-dialog";
import { RoomForm } from "./room-form";
import { RoomGrid } from "./room-grid";

const FILTERS = ["all", "require", "stable"] as const;
type RoomFilter = (typeof FILTERS)[number];

/** A hotel's rooms. The URL keeps the filter and the open room. */
export function RoomsSection({ hotel }: { hotel: HotelName }) {
	const query = useRooms(hotel.id);
	return <QueryState query={query}>{({ items }) => <Rooms hotel={hotel} rooms={items} />}</QueryState>;
}

function Rooms({ hotel, rooms }: { hotel: HotelName; rooms: readonly Room[] }) {
	const { t } = useTranslation("hotel");
	const mayManage = useMay("manage_rooms");
	const [search, setSearch] = useSearchParams();
	const [isAdding, setAdding] = useState(false);
	const shown = FILTERS.find((each) => each === search.get("show")) ?? "all";
	const open = rooms.find(({ id }) => String(id) === search.get("room"));
	const set = (name: string, value: string | null) =>
		setSearch(
			(present) => {
				const next = new URLSearchParams(present);
				if (value === null) next.delete(name);
				else next.set(name, value);
				return next;
			},
			{ replace: true, preventScrollReset: true },
		);
	const count = (state: Room["state"]) => rooms.filter((room) => room.state === state).length;
	const of = shown === "all" ? rooms : rooms.filter(({ state }) => state === shown);
	return (
		<>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<ChoiceBar<RoomFilter>
					label={t("rooms.filter")}
					value={shown}
					onChange={(next) => set("show", next === "all" ? null : next)}
					choices={[
						["all", t("rooms.all", { n: rooms.length })],
						["require", t("rooms.requireCount", { n: count("require") })],
						["stable", t("rooms.stableCount", { n: count("stable") })],
					]}
				/>
				{mayManage ? (
					<Button tone="secondary" onPress={() => setAdding(true)}>
						{t("rooms.add")}
					</Button>
				) : null}
			</div>
			{of.length === 0 ? (
				<p className="card text-center text-ink-600">
					{t(
						rooms.length === 0
							? "rooms.none"
							: shown === "require"
								? "dashboard.allStable"
								: "rooms.noneStable",
					)}
				</p>
			) : (
				<RoomGrid rooms={of} onRoom={(id) => set("room", String(id))} />
			)}
			{open ? <RoomDialog hotelId={hotel.id} room={open} onClose={() => set("room", null)} /> : null}
			{isAdding ? (
				<Dialog title={t("rooms.add")} onClose={() => setAdding(false)}>
					<RoomForm hotelId={hotel.id} room={null} onDone={() => setAdding(false)} />
				</Dialog>
			) : null}
		</>
	);
}
