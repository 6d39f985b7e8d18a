import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import type { Clinic } from "~/ops/types";
import { ReasonField } from "~/ops/ui/reason-field";
import { formatPhone } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveClinic } from "./clinic-queries";

const required = v.pipe(v.string(), v.trim(), v.nonEmpty("required"));
const schema = v.object({
	name: required,
	representativeName: required,
	address: required,
	phoneNumber: v.pipe(
		v.string(),
		v.transform((number) => number.replaceAll(/[\s-]/g, "")),
		v.regex(/^\d{8,11}$/, "smsFrom"),
	),
	active: v.boolean(),
	reason: reasonField,
});
type Rule = "required" | "smsFrom" | "reasonMissing" | "reasonTooLong";

interface Props {
	tenantId: number;
	/** Null for a new one. */
	clinic: Clinic | null;
	onClose: () => void;
}

/** Adds or changes a clinic. */
export function ClinicDialog({ tenantId, clinic, onClose }: Props) {
	const { t } = useTranslation("opsDirectory");
	const save = useSaveClinic(tenantId, clinic);
	const form = useApiForm({
		schema,
		defaultValues: {
			name: clinic?.name ?? "",
			representativeName: clinic?.representativeName ?? "",
			address: clinic?.address ?? "",
			phoneNumber: formatPhone(clinic?.phoneNumber ?? ""),
			active: clinic?.active ?? true,
			reason: "",
		},
		errorText: (rule) => t(`error.${rule as Rule}`),
		onSubmit: async (body) => {
			await save.mutateAsync(body);
			onClose();
		},
	});
	const { control } = form;
	return (
		<Dialog title={t(clinic ? "clinics.change" : "clinics.add")} onClose={onClose}>
			<Form form={form} className="mt-3 flex flex-col gap-4">
				<FormTextField control={control} name="name" label={t("clinic.name")} autoComplete="off" />
				<FormTextField
					control={control}
					name="representativeName"
					label={t("clinic.representative")}
					autoComplete="off"
				/>
				<FormTextField control={control} name="address" label={t("clinic.address")} autoComplete="off" />
				<FormTextField
					control={control}
					name="phoneNumber"
					label={t("clinic.phone")}
					inputMode="tel"
					autoComplete="off"
				/>
				{clinic ? (
					<FormCheckbox control={control} name="active" title={t("clinic.active")}>
						{t("clinic.activeText")}
					</FormCheckbox>
				) : null}
				<ReasonField control={form.control} name="reason" />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(clinic ? "save" : "add")}
				</Button>
			</Form>
		</Dialog>
	);
}
