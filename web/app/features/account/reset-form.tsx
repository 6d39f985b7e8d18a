import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { api } from "~/lib/api/client";
import { fieldMessages, isStatus } from "~/lib/api/problem";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { problemText } from "./problem-text";
import { resetFields } from "./schema";
import { focusField } from "./sign-in-form";
import { useFields } from "./use-fields";

interface Props {
	token: string;
	onDone: () => void;
	/** The link stopped working meanwhile. */
	onRefused: () => void;
}

/** Sets the new password. */
export function ResetForm({ token, onDone, onRefused }: Props) {
	const { t } = useTranslation("ways");
	const { t: account } = useTranslation("account");
	const { values, field, validate, showServerErrors } = useFields(resetFields);
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
		const failure = await api
			.POST("/patients/reset-password", { body: { token, password: values.current.password } })
			.then(
				({ response, error: problem }) => (response.ok ? null : problem),
				(thrown: unknown) => thrown,
			);
		setPending(false);
		if (failure === null) return onDone();
		if (isStatus(failure, 404)) return onRefused();
		const marked = showServerErrors(fieldMessages(failure));
		if (marked) focusField(form, marked);
		else setError(failure);
	};

	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-4">
			<PasswordField
				{...field("password")}
				label={t("reset.newPassword")}
				hint={account("field.passwordHint")}
				autoComplete="new-password"
				isRequired
			/>
			<PasswordField
				{...field("verifyPassword")}
				label={account("field.verifyPassword")}
				autoComplete="new-password"
				isRequired
			/>
			{error ? <Notice tone="danger">{problemText(account, error)}</Notice> : null}
			<Button type="submit" isPending={pending} className="mt-2 w-full">
				{t("reset.submit")}
			</Button>
		</Form>
	);
}
