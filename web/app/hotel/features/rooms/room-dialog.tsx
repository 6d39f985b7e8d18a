import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/hotel/session/hotel-session";
import type { Dispenser, Room } from "~/hotel/types";
import { DispenserCard } from "~/hotel/ui/dispenser-card";
import { RefillButton } from "~/hotel/ui/refill-button";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { DispenserForm } from "./dispenser-form";
import { DeleteRoomDialog, RemoveDispenserDialog } from "./removal-dialogs";
import { RoomForm } from "./room-form";

interface Props {
	hotelId: number;
	room: Room;
	onClose: () => void;
}

type Mode =
	| { kind: "view" | "room" | "deleteRoom" }
	| { kind: "dispenser"; dispenser: Dispenser | null }
	| { kind: "removeDispenser"; dispenser: Dispenser };
const VIEW: Mode = { kind: "view" };

/** A room with its dispensers and sensors. Depending on the role, dispensers can be refilled and changed. */
export function RoomDialog({ hotelId, room, onClose }: Props) {
	const { t } = useTranslation("hotel");
	const [mode, setMode] = useState<Mode>(VIEW);
	const back = () => setMode(VIEW);
	if (mode.kind === "deleteRoom") return <DeleteRoomDialog room={room} onDone={onClose} onClose={back} />;
	if (mode.kind === "removeDispenser") {
		return <RemoveDispenserDialog room={room} dispenser={mode.dispenser} onClose={back} />;
	}
	return (
		<Dialog title={t("rooms.room", { number: room.number })} onClose={onClose}>
			{mode.kind === "room" ? (
				<RoomForm
					hotelId={hotelId}
					room={room}
					onDone={back}
					onDelete={() => setMode({ kind: "deleteRoom" })}
				/>
			) : mode.kind === "dispenser" ? (
				<DispenserForm
					room={room}
					dispenser={mode.dispenser}
					onDone={back}
					onRemove={(dispenser) => setMode({ kind: "removeDispenser", dispenser })}
				/>
			) : (
				<RoomView hotelId={hotelId} room={room} onMode={setMode} />
			)}
		</Dialog>
	);
}

function RoomView({ hotelId, room, onMode }: Omit<Props, "onClose"> & { onMode: (mode: Mode) => void }) {
	const { t } = useTranslation("hotel");
	const mayRefill = useMay("refill_dispensers");
	const mayManage = useMay("manage_rooms");
	return (
		<div className="-mx-1 mt-1 max-h-[72dvh] overflow-y-auto px-1">
			<p className="flex items-center gap-2 text-ink-600">
				<Badge tint={room.state === "require" ? "danger" : "success"}>{t(`rooms.${room.state}`)}</Badge>
				{t("rooms.floor", { floor: room.floor })}
			</p>
			{room.dispensers.length === 0 ? <p className="mt-4 text-ink-600">{t("rooms.noDispensers")}</p> : null}
			<ul className="mt-4 flex flex-col gap-2.5">
				{room.dispensers.map((dispenser) => (
					<DispenserCard
						key={dispenser.id}
						dispenser={dispenser}
						action={
							<span className="flex flex-wrap justify-end gap-1.5">
								{mayManage ? (
									<Button tone="quiet" onPress={() => onMode({ kind: "dispenser", dispenser })}>
										{t("action.edit")}
										<span className="sr-only"> {dispenser.product.name}</span>
									</Button>
								) : null}
								{mayRefill ? (
									<RefillButton
										hotelId={hotelId}
										dispenser={dispenser}
										isPrimary={dispenser.percent < dispenser.thresholdPercent}
									/>
								) : null}
							</span>
						}
					/>
				))}
			</ul>
			{mayManage ? (
				<div className="mt-4 grid grid-cols-2 gap-2">
					<Button tone="secondary" onPress={() => onMode({ kind: "room" })}>
						{t("rooms.edit")}
					</Button>
					<Button tone="secondary" onPress={() => onMode({ kind: "dispenser", dispenser: null })}>
						{t("rooms.addDispenser")}
					</Button>
				</div>
			) : null}
		</div>
	);
}
