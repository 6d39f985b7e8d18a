import { useTranslation } from "react-i18next";
import { formatNumber } from "~/hotel/lib/format";
import type { Room } from "~/hotel/types";

interface Props {
	rooms: readonly Room[];
	onRoom: (id: number) => void;
}

/** The rooms by floor, highest floor first. */
export function RoomGrid({ rooms, onRoom }: Props) {
	const { t } = useTranslation("hotel");
	const floors = [...new Set(rooms.map(({ floor }) => floor))].sort((a, b) => b - a);
	return (
		<div className="flex flex-col gap-4">
			{floors.map((floor) => {
				const here = rooms.filter((room) => room.floor === floor);
				const requiring = here.filter(({ state }) => state === "require").length;
				return (
					<section key={floor} aria-label={t("rooms.floor", { floor })} className="card p-4">
						<div className="flex items-baseline justify-between gap-3">
							<h2 className="text-[15px] font-bold">{t("rooms.floor", { floor })}</h2>
							<p className="number text-meta text-ink-600">
								{requiring > 0
									? t("rooms.requireOf", {
											count: requiring,
											n: formatNumber(requiring),
											all: formatNumber(here.length),
										})
									: t("rooms.stableAll", { all: formatNumber(here.length) })}
							</p>
						</div>
						<ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(75px,1fr))] gap-1.5">
							{here.map((room) => (
								<li key={room.id}>
									<RoomTile room={room} onPress={() => onRoom(room.id)} />
								</li>
							))}
						</ul>
					</section>
				);
			})}
		</div>
	);
}

/** The task in a room. */
function taskOf({ state, reasons }: Room): "refill" | "check" | "stable" {
	if (state === "stable") return "stable";
	return reasons.some(({ kind }) => kind === "low") ? "refill" : "check";
}

function RoomTile({ room, onPress }: { room: Room; onPress: () => void }) {
	const { t } = useTranslation("hotel");
	const requires = room.state === "require";
	return (
		<button
			type="button"
			aria-haspopup="dialog"
			onClick={onPress}
			className={`flex min-h-[68px] w-full flex-col justify-between rounded-control border p-2 text-left transition-colors ${
				requires
					? "border-coral-500/50 bg-coral-100/60 hover:bg-coral-100"
					: "border-line bg-white hover:border-green-700/40 hover:bg-mint-50"
			}`}
		>
			<span className="number text-[16px] leading-none font-bold">{room.number}</span>
			<span className="mt-2 flex items-end justify-between gap-0.5">
				<span
					className={`text-[12px] leading-none font-semibold whitespace-nowrap ${requires ? "text-danger" : "text-success"}`}
				>
					{t(`rooms.tile.${taskOf(room)}`)}
				</span>
				<span aria-hidden="true" className="flex h-4 items-end gap-0.5">
					{room.dispensers.map(({ id, percent, thresholdPercent }) => (
						<span key={id} className="flex h-full w-1 items-end rounded-full bg-ink-900/10">
							<span
								className={`w-full rounded-full ${percent < thresholdPercent ? "bg-coral-500" : "bg-green-700"}`}
								style={{ height: `${Math.max(8, Math.min(100, percent))}%` }}
							/>
						</span>
					))}
				</span>
			</span>
		</button>
	);
}
