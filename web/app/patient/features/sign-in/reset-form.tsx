import { useTranslation } from "react-i18next";
import { api } from "~/patient/api";
import { useErrorText } from "~/patient/lib/use-error-text";
import { isStatus } from "~/shared/api/problem";
import { unwrapEmpty } from "~/shared/api/unwrap";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { resetSchema } from "./schema";

interface Props {
	token: string;
	onDone: () => void;
	/** Called when the link has expired meanwhile. */
	onRefused: () => void;
}

/** Sets the new password. */
export function ResetForm({ token, onDone, onRefused }: Props) {
	const { t } = useTranslation("auth");
	const { t: tAccount } = useTranslation("account");
	const form = useApiForm({
		schema: resetSchema,
		defaultValues: { password: "", verifyPassword: "" },
		errorText: useErrorText(),
		onSubmit: ({ password }) =>
			unwrapEmpty(api.POST("/patients/reset-password", { body: { token, password } })).then(
				onDone,
				(error) => {
					if (!isStatus(error, 404)) throw error;
					onRefused();
				},
			),
	});
	const { control, formState } = form;
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormPasswordField
				control={control}
				name="password"
				deps={formState.touchedFields.verifyPassword ? ["verifyPassword"] : undefined}
				label={t("reset.newPassword")}
				hint={tAccount("field.passwordHint")}
				autoComplete="new-password"
				isRequired
			/>
			<FormPasswordField
				control={control}
				name="verifyPassword"
				label={tAccount("field.verifyPassword")}
				autoComplete="new-password"
				isRequired
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
				{t("reset.submit")}
			</Button>
		</Form>
	);
}
