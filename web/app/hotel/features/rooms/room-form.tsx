import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { integerIn } from "~/hotel/lib/rules";
import type { Room } from "~/hotel/types";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveRoom } from "./queries";

const schema = v.object({
	number: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9-]{1,10}$/, "number")),
	floor: integerIn("floor", -9, 199),
});
type Rule = keyof typeof schema.entries;

interface Props {
	hotelId: number;
	/** Null for a new one. */
	room: Room | null;
	onDone: () => void;
	onDelete?: () => void;
}

/** A room's number and floor. */
export function RoomForm({ hotelId, room, onDone, onDelete }: Props) {
	const { t } = useTranslation("hotel");
	const save = useSaveRoom(hotelId, room?.id ?? null);
	const form = useApiForm({
		schema,
		defaultValues: { number: room?.number ?? "", floor: room ? String(room.floor) : "" },
		errorText: (rule) => t(`rooms.error.${rule as Rule}`),
		onSubmit: async (body) => {
			await save.mutateAsync(body);
			onDone();
		},
	});
	return (
		<Form form={form} className="mt-4 flex flex-col gap-4">
			<div className="grid grid-cols-2 items-start gap-3">
				<FormTextField control={form.control} name="number" label={t("rooms.number")} autoComplete="off" />
				<FormTextField
					control={form.control}
					name="floor"
					label={t("rooms.floorField")}
					inputMode="numeric"
					autoComplete="off"
				/>
			</div>
			<FormProblem form={form} />
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onDone}>
					{t("action.cancel", { ns: "common" })}
				</Button>
				<Button type="submit" isPending={form.isPending}>
					{t("action.save", { ns: "common" })}
				</Button>
			</div>
			{onDelete ? (
				<Button tone="quiet" className="text-danger!" onPress={onDelete}>
					{t("rooms.delete")}
				</Button>
			) : null}
		</Form>
	);
}
