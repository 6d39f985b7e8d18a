import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { digitsOf } from "~/domain/person/person";
import { isFromApi } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import { buttonStyle } from "~/shared/ui/button-style";
import { useParentForm } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { TextField } from "~/shared/ui/text-field";
import { formatCountdown, PHONE_CODE, type PhoneCode } from "./use-phone-code";

const SIDE = buttonStyle("secondary", "h-13 shrink-0", "tight");

interface Props {
	phone: PhoneCode;
	/** Whether the user tried to continue without the code. */
	isMissing?: boolean;
}

/** The mobile number of the parent form, with the code that confirms it. */
export function PhoneField({ phone, isMissing }: Props) {
	const { t } = useTranslation("account");
	const { control, getValues, trigger, setFocus } = useParentForm<{ phoneNumber: string }>();
	const number = () => digitsOf(getValues("phoneNumber"));
	const done = phone.state === "done";
	const isRequested = phone.state !== "none" && phone.state !== "notSent" && phone.state !== "sending";
	const missing = isMissing && phone.state === "none" ? t("phone.unverifiedError") : undefined;
	useEffect(() => {
		// The pressed button was removed. Moves the focus only if it is not elsewhere already.
		if (done && document.activeElement === document.body) setFocus("phoneNumber");
	}, [done, setFocus]);
	const send = async () => {
		if (await trigger("phoneNumber", { shouldFocus: true })) await phone.send(number());
	};
	return (
		<>
			<FormTextField
				control={control}
				name="phoneNumber"
				error={phone.state === "notSent" ? notSent(t, phone) : missing}
				success={done ? t("phone.done") : undefined}
				label={t("field.phoneNumber")}
				hint={t("field.phoneHint")}
				type="tel"
				inputMode="tel"
				autoComplete="tel"
				isRequired
				onChange={(value) => {
					if (phone.state !== "none" && digitsOf(value) !== phone.proof?.phoneNumber) phone.reset();
				}}
				action={
					done ? null : (
						<button
							type="button"
							aria-disabled={phone.state === "sending"}
							onClick={() => void send()}
							className={SIDE}
						>
							{isRequested ? t("phone.resend") : t("phone.send")}
						</button>
					)
				}
			/>
			{isRequested && !done ? (
				<CodeField phone={phone} onVerify={(code) => void phone.verify(number(), code)} />
			) : null}
		</>
	);
}

/** Why the code could not be sent. */
export function notSent(t: TFunction<"account">, { problem }: PhoneCode): string {
	return isFromApi(problem) ? problemText(problem) : t("phone.notSent");
}

interface CodeFieldProps {
	phone: PhoneCode;
	onVerify: (code: string) => void;
}

/** The six digits of the SMS, verified as soon as they are complete. */
export function CodeField({ phone, onVerify }: CodeFieldProps) {
	const { t } = useTranslation("account");
	const code = useRef("");
	return (
		<TextField
			name="code"
			label={t("field.code")}
			inputMode="numeric"
			autoComplete="one-time-code"
			error={codeError(t, phone)}
			hint={
				<>
					{t("phone.sent")}{" "}
					<span className="number">{t("phone.left", { time: formatCountdown(phone.secondsLeft) })}</span>
				</>
			}
			onChange={(value) => {
				const digits = value.replace(/\D/g, "");
				const isNew = digits !== code.current;
				code.current = digits;
				if (isNew && PHONE_CODE.test(digits)) onVerify(digits);
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

function codeError(t: TFunction<"account">, { state, problem }: PhoneCode): string | undefined {
	if (state === "failed") return problemText(problem);
	const failures = ["incomplete", "wrong", "expired", "tooMany"] as const;
	const known = failures.find((each) => each === state);
	return known && t(`phone.${known}`);
}
