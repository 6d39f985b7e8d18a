import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages } from "~/lib/api/problem";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { problemText } from "../problem-text";

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
	const { t: tell } = useTranslation("clinic");
	const password = useRef("");
	const [isMissing, setMissing] = useState(false);
	const fieldError = fieldMessages(error).currentPassword;
	const send = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setMissing(password.current === "");
		if (password.current !== "" && !isPending) onPassword(password.current);
	};
	return (
		<Form validationBehavior="aria" onSubmit={send} className="mt-3 flex flex-col gap-3">
			<PasswordField
				name="currentPassword"
				label={t("current.label")}
				autoComplete="current-password"
				onChange={(text) => {
					password.current = text;
				}}
				error={isMissing ? t("current.missing") : fieldError}
			/>
			{error && !fieldError ? <Notice tone="danger">{problemText(tell, error)}</Notice> : null}
			<Button type="submit" tone={tone ?? "primary"} isPending={isPending}>
				{submit}
			</Button>
		</Form>
	);
}
