import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { PasswordField } from "~/shared/ui/password-field";

interface Props {
	submit: string;
	tone?: "danger";
	error: unknown;
	isPending: boolean;
	onPassword: (password: string) => void;
}

/** Asks for the present password: an open session alone is not enough for what would shut its owner out. */
export function CurrentPassword({ submit, tone, error, isPending, onPassword }: Props) {
	const { t } = useTranslation("clinicAccount");
	const password = useRef("");
	const [isMissing, setMissing] = useState(false);
	const fieldError = fieldMessages(error).currentPassword;
	const send = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setMissing(password.current === "");
		if (password.current !== "" && !isPending) onPassword(password.current);
	};
	return (
		<Form method="post" validationBehavior="aria" onSubmit={send} className="mt-3 flex flex-col gap-3">
			<PasswordField
				name="currentPassword"
				label={t("current.label")}
				autoComplete="current-password"
				onChange={(text) => {
					password.current = text;
				}}
				error={isMissing ? t("current.missing") : fieldError}
			/>
			{error && !fieldError ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<Button type="submit" tone={tone ?? "primary"} isPending={isPending}>
				{submit}
			</Button>
		</Form>
	);
}
