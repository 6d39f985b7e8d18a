import { useTranslation } from "react-i18next";
import type { Dispenser, Room } from "~/hotel/types";
import { ConfirmDialog } from "~/hotel/ui/confirm-dialog";
import { useDeleteDispenser, useDeleteRoom } from "./queries";

interface RoomProps {
	room: Room;
	onDone: () => void;
	onClose: () => void;
}

/** Confirms the deletion of a room with its dispensers. */
export function DeleteRoomDialog({ room, onDone, onClose }: RoomProps) {
	const { t } = useTranslation("hotel");
	const remove = useDeleteRoom();
	return (
		<ConfirmDialog
			title={t("rooms.deleteTitle", { number: room.number })}
			text={t("rooms.deleteText")}
			submit={t("rooms.delete")}
			error={remove.error}
			isPending={remove.isPending}
			onConfirm={() => remove.mutate(room.id, { onSuccess: onDone })}
			onClose={onClose}
		/>
	);
}

/** Confirms the removal of a dispenser from its room. */
export function RemoveDispenserDialog({
	room,
	dispenser,
	onClose,
}: {
	room: Room;
	dispenser: Dispenser;
	onClose: () => void;
}) {
	const { t } = useTranslation("hotel");
	const remove = useDeleteDispenser();
	return (
		<ConfirmDialog
			title={t("rooms.removeTitle", { product: dispenser.product.name, number: room.number })}
			text={t("rooms.removeText")}
			submit={t("rooms.remove")}
			error={remove.error}
			isPending={remove.isPending}
			onConfirm={() => remove.mutate(dispenser.id, { onSuccess: onClose })}
			onClose={onClose}
		/>
	);
}
