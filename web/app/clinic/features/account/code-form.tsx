import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { isProblem } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";

interface Props {
	label: string;
	hint?: string;
	submit: string;
	error: unknown;
	isPending: boolean;
	onCode: (code: string) => void;
}

/** Takes a code of the authenticator app, or a recovery code. */
export function CodeForm({ label, hint, submit, error, isPending, onCode }: Props) {
	const { t } = useTranslation("clinicAccount");
	const code = useRef("");
	const [isMissing, setMissing] = useState(false);
	const isWrong = isProblem(error) && error.code === "code_mismatch";
	const send = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const text = code.current.trim();
		setMissing(text === "");
		if (text !== "" && !isPending) onCode(text);
	};
	return (
		<Form method="post" validationBehavior="aria" onSubmit={send} className="mt-3 flex flex-col gap-3">
			<TextField
				name="code"
				label={label}
				hint={hint}
				autoComplete="one-time-code"
				onChange={(text) => {
					code.current = text;
				}}
				error={isMissing ? t("code.missing") : isWrong ? t("code.wrong") : undefined}
			/>
			{error && !isWrong ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<Button type="submit" isPending={isPending}>
				{submit}
			</Button>
		</Form>
	);
}
