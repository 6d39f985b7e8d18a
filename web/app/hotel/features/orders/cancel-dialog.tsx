import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { Order } from "~/hotel/types";
import { maxLength, printable } from "~/shared/lib/text-rules";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useCancel } from "./queries";

const MAX_REASON_LENGTH = 200;

const schema = v.object({
	reason: v.pipe(
		v.string(),
		v.trim(),
		v.nonEmpty("reason"),
		maxLength(MAX_REASON_LENGTH, "tooLong"),
		printable("tooLong"),
	),
});
type Rule = keyof typeof schema.entries | "tooLong";

/** Cancels an order with a reason that everybody involved can read. */
export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
	const { t } = useTranslation("hotel");
	const cancel = useCancel(order.id);
	const form = useApiForm({
		schema,
		defaultValues: { reason: "" },
		errorText: (rule) => t(`orders.error.${rule as Rule}`),
		onSubmit: async ({ reason }) => {
			await cancel.mutateAsync({ version: order.version, reason });
			onClose();
		},
	});
	return (
		<Dialog title={t("orders.cancelTitle", { number: order.number })} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("orders.cancelText")}</p>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<FormTextField control={form.control} name="reason" label={t("orders.reason")} autoComplete="off" />
				<FormProblem form={form} />
				<div className="grid grid-cols-2 gap-2">
					<Button tone="secondary" onPress={onClose}>
						{t("orders.keep")}
					</Button>
					<Button type="submit" tone="danger" isPending={form.isPending}>
						{t("orders.cancel")}
					</Button>
				</div>
			</Form>
		</Dialog>
	);
}
