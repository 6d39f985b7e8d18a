import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useProducts } from "~/hotel/lib/products-query";
import { integerIn, requiredText } from "~/hotel/lib/rules";
import type { Dispenser, Room } from "~/hotel/types";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveDispenser } from "./queries";

const DEFAULT_THRESHOLD = "20";
const MAX_CAPACITY_ML = 20_000;
const schema = v.object({
	productId: v.pipe(requiredText("productId"), v.transform(Number)),
	capacityMl: integerIn("capacityMl", 1, MAX_CAPACITY_ML),
	thresholdPercent: integerIn("thresholdPercent", 1, 99),
});
type Rule = keyof typeof schema.entries;

interface Props {
	room: Room;
	/** Null for a new one. */
	dispenser: Dispenser | null;
	onDone: () => void;
	onRemove: (dispenser: Dispenser) => void;
}

function useDispenserForm({ room, dispenser, onDone }: Omit<Props, "onRemove">) {
	const { t } = useTranslation("hotel");
	const save = useSaveDispenser(room.id, dispenser?.id ?? null);
	return useApiForm({
		schema,
		defaultValues: {
			productId: dispenser ? String(dispenser.product.id) : "",
			capacityMl: dispenser ? String(dispenser.capacityMl) : "",
			thresholdPercent: dispenser ? String(dispenser.thresholdPercent) : DEFAULT_THRESHOLD,
		},
		errorText: (rule) => t(`rooms.error.${rule as Rule}`),
		onSubmit: async (body) => {
			await save.mutateAsync(body);
			onDone();
		},
	});
}

/** A dispenser's product, level and refill threshold. */
export function DispenserForm({ room, dispenser, onDone, onRemove }: Props) {
	const { t } = useTranslation("hotel");
	const products = useProducts().data?.items ?? [];
	const form = useDispenserForm({ room, dispenser, onDone });
	return (
		<Form form={form} className="mt-4 flex flex-col gap-4">
			<FormSelectField
				control={form.control}
				name="productId"
				label={t("column.product")}
				emptyText={t("rooms.chooseProduct")}
				choices={products
					.filter(({ id, active }) => active || id === dispenser?.product.id)
					.map(({ id, name }) => [String(id), name] as const)}
			/>
			<div className="grid grid-cols-2 items-start gap-3">
				<FormTextField
					control={form.control}
					name="capacityMl"
					label={t("rooms.capacity")}
					inputMode="numeric"
					autoComplete="off"
				/>
				<FormTextField
					control={form.control}
					name="thresholdPercent"
					label={t("rooms.threshold")}
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
			{dispenser ? (
				<Button tone="quiet" className="text-danger!" onPress={() => onRemove(dispenser)}>
					{t("rooms.deleteDispenser")}
				</Button>
			) : null}
		</Form>
	);
}
