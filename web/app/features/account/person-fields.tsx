import { useTranslation } from "react-i18next";
import { digitsOf } from "~/lib/person";
import { TextField } from "~/ui/text-field";
import { IdentityCard } from "./identity-card";
import { PhoneField } from "./phone-field";
import type { SignUpState } from "./use-sign-up";

/** Who signs up: found by the identity check, or typed and confirmed by a code to the phone. */
export function PersonFields({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation("account");
	if (sign.asksIdentity) return <IdentityCard {...sign.identity} missing={sign.isMissing} />;

	const { field, values, isValid } = sign.fields;
	const number = () => digitsOf(values.current.phoneNumber);
	const phoneField = field("phoneNumber");
	const missing = sign.isMissing && !sign.phone.token ? t("phone.unverifiedError") : undefined;
	return (
		<>
			<TextField {...field("name")} label={t("field.name")} autoComplete="name" isRequired />
			<TextField
				{...field("birth")}
				label={t("field.birth")}
				hint={t("field.birthHint")}
				inputMode="numeric"
				autoComplete="bday"
				maxLength={10}
				isRequired
			/>
			<PhoneField
				field={{ ...phoneField, error: phoneField.error ?? missing }}
				phone={sign.phone}
				onSend={() => (isValid("phoneNumber") ? void sign.phone.send(number()) : phoneField.onBlur())}
				onVerify={(code) => void sign.phone.verify(number(), code)}
			/>
		</>
	);
}
