import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { isStatus } from "~/lib/api/problem";
import { logIn } from "~/lib/session";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { TextField } from "~/ui/text-field";
import { problemText } from "./problem-text";
import { signInFields } from "./schema";
import { useFields } from "./use-fields";

/** Sign-in by ID and password. The session moves on when it works; the screen follows the session. */
export function SignInForm() {
	const { t } = useTranslation("account");
	const { values, field, validate } = useFields(signInFields);
	const [error, setError] = useState<unknown>(null);
	const [pending, setPending] = useState(false);

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const failing = validate();
		if (failing) return focusField(form, failing);
		if (pending) return;
		setPending(true);
		setError(null);
		await logIn({ ...values.current, loginUserId: values.current.loginUserId.trim() }).catch(setError);
		setPending(false);
	};

	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-4">
			<TextField {...field("loginUserId")} label={t("field.loginUserId")} autoComplete="username" />
			<PasswordField {...field("password")} label={t("field.password")} autoComplete="current-password" />
			{error ? (
				<Notice tone="danger">{isStatus(error, 401) ? t("signIn.wrong") : problemText(t, error)}</Notice>
			) : null}
			<Button type="submit" isPending={pending} className="mt-2 w-full">
				{t("signIn.submit")}
			</Button>
		</Form>
	);
}

/** Moves to the field that needs attention. */
export function focusField(form: HTMLFormElement, name: string): void {
	const input = form.elements.namedItem(name);
	if (input instanceof HTMLInputElement || input instanceof HTMLButtonElement) input.focus();
}
