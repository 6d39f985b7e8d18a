import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { isProblem } from "~/lib/api/problem";
import { useForm } from "~/lib/form";
import { staffLogIn } from "~/lib/staff-session";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { TextField } from "~/ui/text-field";
import { problemText } from "./problem-text";

const fields = {
	loginId: v.pipe(v.string(), v.trim(), v.nonEmpty("loginId")),
	password: v.pipe(v.string(), v.nonEmpty("password")),
};

/** A temporary password that is over is another problem, and tells so itself. */
const isWrong = (error: unknown) =>
	isProblem(error) && error.status === 401 && error.code !== "temporary_password_expired";

/** Staff sign in by ID and password. */
export function SignInForm() {
	const { t } = useTranslation("clinic");
	const form = useForm(fields, (rule) => t(`signIn.error.${rule as keyof typeof fields}`));
	const [error, setError] = useState<unknown>(null);
	const [pending, setPending] = useState(false);
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const element = event.currentTarget;
		const failing = form.validate();
		if (failing) return element.querySelector<HTMLElement>(`[name=${failing}]`)?.focus();
		if (pending) return;
		setPending(true);
		setError(null);
		const { loginId, password } = form.values.current;
		await staffLogIn({ loginId: loginId.trim(), password }).catch(setError);
		setPending(false);
	};
	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-4">
			<TextField {...form.field("loginId")} label={t("signIn.loginId")} autoComplete="username" />
			<PasswordField
				{...form.field("password")}
				label={t("signIn.password")}
				autoComplete="current-password"
			/>
			{error ? (
				<Notice tone="danger">{isWrong(error) ? t("signIn.wrong") : problemText(t, error)}</Notice>
			) : null}
			<Button type="submit" isPending={pending} className="mt-2 w-full">
				{t("signIn.submit")}
			</Button>
		</Form>
	);
}
