import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { integerIn, requiredText } from "~/hotel/lib/rules";
import type { StockItem } from "~/hotel/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useCount, useSetCapacity } from "./queries";

const MAX_ML = 100_000_000;
const countSchema = v.object({ ml: integerIn("ml", 0, MAX_ML), reason: requiredText("reason", 200) });
const capacitySchema = v.object({ capacityMl: integerIn("capacityMl", 1, MAX_ML) });
type Rule = "ml" | "reason" | "capacityMl";

interface Props {
	hotelId: number;
	item: StockItem;
	onClose: () => void;
}

/** Records a count of the storeroom. The difference becomes an entry with its reason. */
export function CountDialog({ hotelId, item, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const count = useCount({ hotelId, productId: item.product.id });
	const form = useApiForm({
		schema: countSchema,
		defaultValues: { ml: String(item.ml), reason: "" },
		errorText: (rule) => t(`inventory.error.${rule as Rule}`),
		onSubmit: async (body) => {
			await count.mutateAsync(body);
			onClose();
		},
	});
	return (
		<Dialog title={t("inventory.countTitle", { product: item.product.name })} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("inventory.countText")}</p>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<FormTextField
					control={form.control}
					name="ml"
					label={t("inventory.counted")}
					inputMode="numeric"
					autoComplete="off"
				/>
				<FormTextField
					control={form.control}
					name="reason"
					label={t("inventory.reason")}
					hint={t("inventory.reasonHint")}
					autoComplete="off"
				/>
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("inventory.saveCount")}
				</Button>
			</Form>
		</Dialog>
	);
}

/** Sets how much of a product the hotel can store. */
export function CapacityDialog({ hotelId, item, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const set = useSetCapacity({ hotelId, productId: item.product.id });
	const form = useApiForm({
		schema: capacitySchema,
		defaultValues: { capacityMl: String(item.capacityMl) },
		errorText: (rule) => t(`inventory.error.${rule as Rule}`),
		onSubmit: async (body) => {
			await set.mutateAsync(body);
			onClose();
		},
	});
	return (
		<Dialog title={t("inventory.capacityTitle", { product: item.product.name })} onClose={onClose}>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<FormTextField
					control={form.control}
					name="capacityMl"
					label={t("rooms.capacity", { ns: "hotel" })}
					hint={t("inventory.capacityHint")}
					inputMode="numeric"
					autoComplete="off"
				/>
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("person.save")}
				</Button>
			</Form>
		</Dialog>
	);
}
