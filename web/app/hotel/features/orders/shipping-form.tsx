import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { Order } from "~/hotel/types";
import { maxLength, printable } from "~/shared/lib/text-rules";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useAdvance } from "./queries";

const MAX_COMPANY_LENGTH = 40;

const schema = v.object({
	courierCompany: v.pipe(
		v.string(),
		v.trim(),
		v.nonEmpty("courierCompany"),
		maxLength(MAX_COMPANY_LENGTH, "tooLong"),
		printable("tooLong"),
	),
	trackingNumber: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9-]{1,40}$/, "trackingNumber")),
});
type Rule = keyof typeof schema.entries | "tooLong";

/** Carrier and tracking number, which are required before the order ships. */
export function ShippingForm({ order }: { order: Order }) {
	const { t } = useTranslation("hotel");
	const advance = useAdvance(order.id);
	const form = useApiForm({
		schema,
		defaultValues: { courierCompany: "", trackingNumber: "" },
		errorText: (rule) => t(`orders.error.${rule as Rule}`),
		onSubmit: (values) => advance.mutateAsync({ version: order.version, to: "shipping", ...values }),
	});
	return (
		<Form form={form} className="flex flex-col gap-3">
			<p className="text-ink-600">{t("orders.stepText.shipping")}</p>
			<FormTextField
				control={form.control}
				name="courierCompany"
				label={t("orders.courier")}
				autoComplete="off"
			/>
			<FormTextField
				control={form.control}
				name="trackingNumber"
				label={t("orders.tracking")}
				autoComplete="off"
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending}>
				{t("orders.ship")}
			</Button>
		</Form>
	);
}
