import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import { CodeField, notSent } from "~/patient/ui/phone-field";
import { usePhoneCode } from "~/patient/ui/use-phone-code";
import { maskPhone } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";

bundleKo("account", account);

interface Props {
	/** The account's own number, which cannot be changed here. */
	phoneNumber: string;
	/** Receives the proof of the number after the correct code. */
	onProof: (phoneToken: string) => void;
}

/** Verifies the account's own number with a code by SMS. */
export function OwnPhoneCode({ phoneNumber, onProof }: Props) {
	const { t } = useTranslation("account");
	const phone = usePhoneCode();
	const token = phone.proof?.token;
	const isRequested = phone.state !== "none" && phone.state !== "notSent" && phone.state !== "sending";
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each proof
	useEffect(() => {
		if (token) onProof(token);
	}, [token]);
	if (phone.state === "done") return <Notice tone="info">{t("phone.done")}</Notice>;
	return (
		<div className="flex flex-col gap-3">
			{phone.state === "notSent" ? <Notice tone="danger">{notSent(t, phone)}</Notice> : null}
			<button
				type="button"
				aria-disabled={phone.state === "sending"}
				onClick={() => void phone.send(phoneNumber)}
				className={buttonStyle("secondary")}
			>
				{t(isRequested ? "phone.resend" : "phone.send")}{" "}
				<span className="number">{maskPhone(phoneNumber)}</span>
			</button>
			{isRequested ? (
				<CodeField phone={phone} onVerify={(code) => void phone.verify(phoneNumber, code)} />
			) : null}
		</div>
	);
}
