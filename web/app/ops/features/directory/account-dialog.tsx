import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import type { PaymentAccount } from "~/ops/types";
import { ReasonField } from "~/ops/ui/reason-field";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox, FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormPasswordField, FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveAccount } from "./account-queries";

type Rule = "required" | "reasonMissing" | "reasonTooLong";

const schemaOf = (isNew: boolean) =>
	v.object({
		provider: v.string(),
		clientId: v.pipe(v.string(), v.trim(), v.nonEmpty("required")),
		secret: isNew ? v.pipe(v.string(), v.trim(), v.nonEmpty("required")) : v.pipe(v.string(), v.trim()),
		active: v.boolean(),
		reason: reasonField,
	});

interface Props {
	tenantId: number;
	/** Null for a new one. */
	account: PaymentAccount | null;
	onClose: () => void;
}

/** Adds or changes an account. The secret is sealed at once and never shown again. */
export function AccountDialog({ tenantId, account, onClose }: Props) {
	const { t } = useTranslation("opsDirectory");
	const save = useSaveAccount(tenantId, account);
	const form = useApiForm({
		schema: schemaOf(account === null),
		defaultValues: {
			provider: account?.provider ?? "toss",
			clientId: account?.clientId ?? "",
			secret: "",
			active: account?.active ?? true,
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
		<Dialog title={t(account ? "accounts.change" : "accounts.add")} onClose={onClose}>
			<Form form={form} className="mt-3 flex flex-col gap-4">
				{account ? null : (
					<FormSelectField
						control={control}
						name="provider"
						label={t("account.provider")}
						choices={[
							["toss", t("providers.toss")],
							["inicis", t("providers.inicis")],
						]}
					/>
				)}
				<FormTextField control={control} name="clientId" label={t("account.clientId")} autoComplete="off" />
				<FormPasswordField
					control={control}
					name="secret"
					label={t("account.secret")}
					hint={t(account ? "account.keepSecret" : "account.secretHint")}
					autoComplete="off"
				/>
				{account ? <FormCheckbox control={control} name="active" title={t("account.active")} /> : null}
				<ReasonField control={form.control} name="reason" />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(account ? "save" : "add")}
				</Button>
			</Form>
		</Dialog>
	);
}
