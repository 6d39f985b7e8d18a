import { useTranslation } from "react-i18next";
import { FormPasswordField, FormTextField } from "~/shared/ui/form/form-text-field";
import { IdField } from "./id-field";
import type { SignUpState } from "./use-sign-up";

/** Step 2: login ID and password. */
export function AccountStep({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation("account");
	const { control, formState } = sign.form;
	return (
		<>
			<IdField id={sign.id} />
			<FormPasswordField
				control={control}
				name="password"
				deps={formState.touchedFields.verifyPassword ? ["verifyPassword"] : undefined}
				label={t("field.password")}
				hint={t("field.passwordHint")}
				autoComplete="new-password"
				isRequired
			/>
			<FormPasswordField
				control={control}
				name="verifyPassword"
				label={t("field.verifyPassword")}
				autoComplete="new-password"
				isRequired
			/>
			<FormTextField
				control={control}
				name="email"
				label={t("field.email")}
				optional={t("form.optional")}
				hint={t("field.emailHint")}
				type="email"
				inputMode="email"
				autoComplete="email"
			/>
		</>
	);
}
