import { useTranslation } from "react-i18next";
import type { TenantRequest } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { ReasonField } from "~/ops/ui/reason-field";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox, FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { AppearanceFields } from "./appearance-fields";
import {
	bodyOf,
	type TenantFormState,
	type TenantRule,
	type TenantValues,
	tenantSchema,
} from "./tenant-values";

const GRID = "grid gap-4 sm:grid-cols-2";
const COMPANY = ["name", "representative", "registrationNumber", "address", "phone", "email"] as const;

interface Props {
	values: TenantValues;
	/** Whether key and kind can still be set; they never change later. */
	isNew: boolean;
	submit: string;
	onTenant: (body: TenantRequest) => Promise<unknown>;
}

/** All settings of a tenant in one form. */
export function TenantForm({ values, isNew, submit, onTenant }: Props) {
	const { t } = useTranslation("opsDirectory");
	const form = useApiForm({
		schema: tenantSchema,
		defaultValues: values,
		errorText: (rule) => t(`error.${rule as TenantRule}`),
		onSubmit: (entered) => onTenant(bodyOf(entered)),
	});
	const { control } = form;
	return (
		<Form form={form} className="flex flex-col gap-4">
			<BasicFields form={form} isNew={isNew} />
			<Panel title={t("form.company")} text={t("form.companyText")}>
				<div className={GRID}>
					{COMPANY.map((part) => (
						<FormTextField
							key={part}
							control={control}
							name={`company.${part}`}
							label={t(`company.${part}`)}
							autoComplete="off"
						/>
					))}
				</div>
			</Panel>
			<AppearanceFields form={form} />
			<RuleFields form={form} />
			<ReasonField control={control} name="reason" />
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending} className="self-start">
				{submit}
			</Button>
		</Form>
	);
}

interface FieldsProps {
	form: TenantFormState;
}

/** The tenant's identity and its hosts. */
function BasicFields({ form: { control }, isNew }: FieldsProps & { isNew: boolean }) {
	const { t } = useTranslation("opsDirectory");
	return (
		<Panel title={t("form.basics")}>
			<div className={GRID}>
				{isNew ? (
					<>
						<FormTextField
							control={control}
							name="key"
							label={t("tenant.key")}
							hint={t("form.keyHint")}
							autoComplete="off"
						/>
						<FormSelectField
							control={control}
							name="kind"
							label={t("tenant.kind")}
							choices={[
								["dental", t("kinds.dental")],
								["hotel", t("kinds.hotel")],
							]}
						/>
					</>
				) : null}
				<FormTextField
					control={control}
					name="name"
					label={t("tenant.name")}
					hint={t("form.nameHint")}
					autoComplete="off"
				/>
				<FormTextField
					control={control}
					name="hosts"
					label={t("tenant.hosts")}
					hint={t("form.hostsHint")}
					autoComplete="off"
				/>
				<FormSelectField
					control={control}
					name="locale"
					label={t("form.locale")}
					choices={[
						["ko", "한국어"],
						["en", "English"],
					]}
				/>
			</div>
		</Panel>
	);
}

/** Senders, payment and the rules for patients. */
function RuleFields({ form: { control } }: FieldsProps) {
	const { t } = useTranslation("opsDirectory");
	return (
		<Panel title={t("form.rules")}>
			<div className={GRID}>
				<FormTextField control={control} name="mailFrom" label={t("form.mailFrom")} autoComplete="off" />
				<FormTextField
					control={control}
					name="smsFrom"
					label={t("form.smsFrom")}
					inputMode="tel"
					autoComplete="off"
				/>
				<FormSelectField
					control={control}
					name="mobileProvider"
					label={t("form.mobileProvider")}
					emptyText={t("form.sameProvider")}
					choices={[
						["toss", t("providers.toss")],
						["inicis", t("providers.inicis")],
					]}
				/>
			</div>
			<FormCheckbox control={control} name="identityRequired" title={t("form.identityRequired")}>
				{t("form.identityRequiredText")}
			</FormCheckbox>
			<FormCheckbox control={control} name="residentNumberFull" title={t("form.residentNumberFull")}>
				{t("form.residentNumberFullText")}
			</FormCheckbox>
		</Panel>
	);
}
