import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { fieldMessages } from "~/lib/api/problem";
import { firstFailing, useForm } from "~/lib/form";
import { passwordField } from "~/lib/password";
import { changeStaffPassword } from "~/lib/staff-session";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { problemText } from "./problem-text";
import { SignOutButton } from "./sign-out-button";

const fields = {
	currentPassword: v.pipe(v.string(), v.nonEmpty("currentPassword")),
	password: passwordField("password", "tooLong"),
	verifyPassword: passwordField("verifyPassword", "verifyPassword"),
};
type Name = keyof typeof fields;
type Told = Name | "tooLong";

/** The second must be the first again. */
function failing(name: Name, values: Record<Name, string>): string | null {
	if (name === "verifyPassword") return values.verifyPassword === values.password ? null : "verifyPassword";
	return firstFailing(fields[name], values[name]);
}

interface Props {
	/** Asks for the present password; not in place of a temporary one, which has just signed in. */
	withCurrent?: boolean;
	onDone?: () => void;
}

/** Sets one's own password. */
export function PasswordForm({ withCurrent = false, onDone }: Props) {
	const { t } = useTranslation("clinic");
	const form = useForm<Name>(fields, (rule) => t(`password.error.${rule as Told}`), {}, failing);
	const [error, setError] = useState<unknown>(null);
	const [pending, setPending] = useState(false);
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const element = event.currentTarget;
		const wrong = form.validate(withCurrent ? undefined : ["password", "verifyPassword"]);
		if (wrong) return element.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
		if (pending) return;
		setPending(true);
		setError(null);
		const { currentPassword, password } = form.values.current;
		try {
			await changeStaffPassword(withCurrent ? { currentPassword, password } : { password });
			onDone?.();
		} catch (problem) {
			if (!form.showServerErrors(fieldMessages(problem) as Record<Name, string>)) setError(problem);
		}
		setPending(false);
	};
	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-4">
			{withCurrent ? (
				<PasswordField
					{...form.field("currentPassword")}
					label={t("password.current")}
					autoComplete="current-password"
				/>
			) : null}
			<PasswordField
				{...form.field("password")}
				label={t("password.new")}
				hint={t("password.hint")}
				autoComplete="new-password"
			/>
			<PasswordField
				{...form.field("verifyPassword")}
				label={t("password.again")}
				autoComplete="new-password"
			/>
			{error ? <Notice tone="danger">{problemText(t, error)}</Notice> : null}
			<Button type="submit" isPending={pending} className="mt-2 w-full">
				{t(withCurrent ? "password.change" : "password.submit")}
			</Button>
			{withCurrent ? null : <SignOutButton />}
		</Form>
	);
}
