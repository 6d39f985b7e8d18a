import { useTranslation } from "react-i18next";
import { useErrorText } from "~/patient/lib/use-error-text";
import { logIn } from "~/patient/session/session";
import { isStatus } from "~/shared/api/problem";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField, FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";
import { signInSchema } from "./schema";

/** Sign-in by ID and password. Success changes the session, and the screen reacts to that. */
export function SignInForm() {
	const { t } = useTranslation("account");
	const form = useApiForm({
		schema: signInSchema,
		defaultValues: { loginUserId: "", password: "" },
		errorText: useErrorText(),
		onSubmit: logIn,
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormTextField
				control={form.control}
				name="loginUserId"
				label={t("field.loginUserId")}
				autoComplete="username"
			/>
			<FormPasswordField
				control={form.control}
				name="password"
				label={t("field.password")}
				autoComplete="current-password"
			/>
			{isStatus(form.failure, 401) ? (
				<Notice tone="danger">{t("signIn.wrong")}</Notice>
			) : (
				<FormProblem form={form} />
			)}
			<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
				{t("signIn.submit")}
			</Button>
		</Form>
	);
}
