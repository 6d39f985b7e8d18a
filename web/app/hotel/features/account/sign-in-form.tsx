import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { hotelLogIn } from "~/hotel/session/hotel-session";
import { isProblem } from "~/shared/api/problem";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField, FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";

const schema = v.object({
	loginId: v.pipe(v.string(), v.trim(), v.nonEmpty("loginId")),
	password: v.pipe(v.string(), v.nonEmpty("password")),
});
type Rule = keyof typeof schema.entries;

/** A temporary password that is over is another problem, and tells so itself. */
const isWrong = (error: unknown) =>
	isProblem(error) && error.status === 401 && error.code !== "temporary_password_expired";

/** Users sign in by ID and password. */
export function SignInForm() {
	const { t } = useTranslation("hotel");
	const form = useApiForm({
		schema,
		defaultValues: { loginId: "", password: "" },
		errorText: (rule) => t(`signIn.error.${rule as Rule}`),
		onSubmit: hotelLogIn,
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormTextField
				control={form.control}
				name="loginId"
				label={t("signIn.loginId")}
				autoComplete="username"
			/>
			<FormPasswordField
				control={form.control}
				name="password"
				label={t("signIn.password")}
				autoComplete="current-password"
			/>
			{isWrong(form.failure) ? (
				<Notice tone="danger">{t("signIn.wrong")}</Notice>
			) : (
				<FormProblem form={form} />
			)}
			<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
				{t("signIn.submit")}
			</Button>
			<p className="text-center text-meta text-ink-600">{t("signIn.forgotten")}</p>
		</Form>
	);
}
