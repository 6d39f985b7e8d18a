import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isProblem } from "~/lib/api/problem";
import { buttonStyle } from "~/ui/button-style";
import { TextField, type TextFieldProps } from "~/ui/text-field";
import { problemText } from "./problem-text";
import { focusField } from "./sign-in-form";
import { countdown, type PhoneCode } from "./use-phone-code";

interface Props {
	field: Pick<TextFieldProps, "name" | "error" | "onChange" | "onBlur">;
	phone: PhoneCode;
	/** Asks for a code, when the number is right. */
	onSend: () => void;
	onVerify: (code: string) => void;
}

const SIDE = buttonStyle("secondary", "h-13 shrink-0", "tight");

/** The mobile number and the code that confirms it. */
export function PhoneField({ field, phone, onSend, onVerify }: Props) {
	const { t } = useTranslation("account");
	const done = phone.state === "done";
	const asked = phone.state !== "none" && phone.state !== "notSent" && phone.state !== "sending";
	const failed = phone.state === "notSent" ? notSent(t, phone) : undefined;
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		// The button that was pressed is gone; who has moved on meanwhile is left there.
		const isLost = document.activeElement === document.body;
		if (done && isLost && form.current) focusField(form.current, "phoneNumber");
	}, [done]);
	return (
		<>
			<TextField
				{...field}
				error={field.error ?? failed}
				success={done ? t("phone.done") : undefined}
				label={t("field.phoneNumber")}
				hint={t("field.phoneHint")}
				type="tel"
				inputMode="tel"
				autoComplete="tel-national"
				isRequired
				onChange={(value) => {
					if (phone.state !== "none") phone.reset();
					field.onChange?.(value);
				}}
				action={
					done ? null : (
						<button type="button" aria-disabled={phone.state === "sending"} onClick={onSend} className={SIDE}>
							{asked ? t("phone.resend") : t("phone.send")}
						</button>
					)
				}
			/>
			{asked && !done ? (
				<CodeField
					phone={phone}
					onVerify={(code, button) => {
						form.current = button.form;
						onVerify(code);
					}}
				/>
			) : null}
		</>
	);
}

/** Why no code could be sent. */
export function notSent(t: TFunction<"account">, { problem }: PhoneCode): string {
	return isProblem(problem) ? problemText(t, problem) : t("phone.notSent");
}

interface CodeFieldProps {
	phone: PhoneCode;
	onVerify: (code: string, button: HTMLButtonElement) => void;
}

/** The six digits of a text message. */
export function CodeField({ phone, onVerify }: CodeFieldProps) {
	const { t } = useTranslation("account");
	const code = useRef("");
	return (
		<TextField
			name="code"
			label={t("field.code")}
			inputMode="numeric"
			autoComplete="one-time-code"
			maxLength={6}
			error={codeError(t, phone)}
			hint={
				<>
					{t("phone.sent")}{" "}
					<span className="number">{t("phone.left", { time: countdown(phone.secondsLeft) })}</span>
				</>
			}
			onChange={(value) => {
				code.current = value.trim();
			}}
			action={
				<button
					type="button"
					aria-disabled={phone.state === "verifying"}
					onClick={(event) => onVerify(code.current, event.currentTarget)}
					className={SIDE}
				>
					{t("phone.verify")}
				</button>
			}
		/>
	);
}

function codeError(t: TFunction<"account">, { state, problem }: PhoneCode): string | undefined {
	if (state === "failed") return problemText(t, problem);
	const told = ["incomplete", "wrong", "expired", "tooMany"] as const;
	const known = told.find((each) => each === state);
	return known && t(`phone.${known}`);
}
