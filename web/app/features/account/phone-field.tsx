import type { TFunction } from "i18next";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/ui/button-style";
import { TextField, type TextFieldProps } from "~/ui/text-field";
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
	const failed = phone.state === "notSent" ? (phone.detail ?? t("phone.notSent")) : undefined;
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
					if (asked) phone.reset();
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
			{asked && !done ? <CodeField phone={phone} onVerify={onVerify} /> : null}
		</>
	);
}

function CodeField({ phone, onVerify }: Pick<Props, "phone" | "onVerify">) {
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
					onClick={() => onVerify(code.current)}
					className={SIDE}
				>
					{t("phone.verify")}
				</button>
			}
		/>
	);
}

function codeError(t: TFunction<"account">, { state }: PhoneCode): string | undefined {
	if (state === "wrong" || state === "expired" || state === "tooMany") return t(`phone.${state}`);
	return undefined;
}
