import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import type { Insurer } from "~/ops/types";
import { ReasonField } from "~/ops/ui/reason-field";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveInsurer } from "./insurer-queries";

const schema = v.object({
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("required")),
	position: v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/, "number"), v.transform(Number)),
	active: v.boolean(),
	reason: reasonField,
});
type Rule = "required" | "number" | "reasonMissing" | "reasonTooLong";

interface Props {
	tenantId: number;
	/** Null for a new one. */
	insurer: Insurer | null;
	/** The position of a new one in the list. */
	position: number;
	onClose: () => void;
}

/** Adds or changes an insurer. */
export function InsurerDialog({ tenantId, insurer, position, onClose }: Props) {
	const { t } = useTranslation("opsDirectory");
	const save = useSaveInsurer(tenantId, insurer);
	const form = useApiForm({
		schema,
		defaultValues: {
			name: insurer?.name ?? "",
			position: String(insurer?.position ?? position),
			active: insurer?.active ?? true,
			reason: "",
		},
		errorText: (rule) => t(`error.${rule as Rule}`),
		onSubmit: async (body) => {
			await save.mutateAsync(body);
			onClose();
		},
	});
	return (
		<Dialog title={t(insurer ? "insurers.change" : "insurers.add")} onClose={onClose}>
			<Form form={form} className="mt-3 flex flex-col gap-4">
				<FormTextField control={form.control} name="name" label={t("insurer.name")} autoComplete="off" />
				<FormTextField
					control={form.control}
					name="position"
					label={t("insurer.position")}
					hint={t("insurer.positionHint")}
					inputMode="numeric"
					autoComplete="off"
				/>
				{insurer ? <FormCheckbox control={form.control} name="active" title={t("insurer.active")} /> : null}
				<ReasonField control={form.control} name="reason" />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(insurer ? "save" : "add")}
				</Button>
			</Form>
		</Dialog>
	);
}
