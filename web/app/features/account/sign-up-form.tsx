import type { ReactNode } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages } from "~/lib/api/problem";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { TextField } from "~/ui/text-field";
import { AgreementBoxes } from "./agreement-boxes";
import { isAllAgreed } from "./agreements";
import { GenderChoice } from "./gender-choice";
import { IdField } from "./id-field";
import { PhoneField } from "./phone-field";
import { problemText } from "./problem-text";
import { digitsOf } from "./schema";
import { useSignUp } from "./use-sign-up";

/** Sign-up with an ID. The session moves on when it works; the screen follows the session. */
export function SignUpForm() {
	const { t } = useTranslation("account");
	const sign = useSignUp();
	const { field, values, isValid } = sign.fields;
	const number = () => digitsOf(values.current.phoneNumber);
	const phoneField = field("phoneNumber");
	const missing = sign.phoneMissing && !sign.phone.token ? t("phone.unverifiedError") : undefined;

	return (
		<Form ref={sign.form} validationBehavior="aria" onSubmit={sign.submit} className="flex flex-col gap-9">
			<Section title={t("form.account")}>
				<IdField field={field("loginUserId")} id={sign.id} />
				<PasswordField
					{...field("password")}
					label={t("field.password")}
					hint={t("field.passwordHint")}
					autoComplete="new-password"
					isRequired
				/>
				<PasswordField
					{...field("verifyPassword")}
					label={t("field.verifyPassword")}
					autoComplete="new-password"
					isRequired
				/>
			</Section>
			<Section title={t("form.person")}>
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
				<GenderChoice value={sign.gender} onChange={sign.setGender} />
				<TextField
					{...field("email")}
					label={t("field.email")}
					optional={t("form.optional")}
					hint={t("field.emailHint")}
					type="email"
					inputMode="email"
					autoComplete="email"
				/>
			</Section>
			<Section title={`${t("form.address")} (${t("form.optional")})`}>
				<TextField
					{...field("zipcode")}
					label={t("field.zipcode")}
					inputMode="numeric"
					autoComplete="postal-code"
					maxLength={5}
				/>
				<TextField {...field("address")} label={t("field.address")} autoComplete="address-line1" />
				<TextField
					{...field("addressDetail")}
					label={t("field.addressDetail")}
					autoComplete="address-line2"
				/>
				<input type="hidden" name="ci" defaultValue="" />
			</Section>
			<Section title={t("agree.title")}>
				<AgreementBoxes agreed={sign.agreed} onChange={sign.setAgreed} />
			</Section>
			<div className="flex flex-col gap-3">
				{sign.error ? (
					<Notice tone="danger">
						{Object.keys(fieldMessages(sign.error)).length > 0
							? t("form.failed")
							: problemText(t, sign.error)}
					</Notice>
				) : null}
				<Button
					type="submit"
					isDisabled={!isAllAgreed(sign.agreed)}
					isPending={sign.pending}
					className="w-full"
				>
					{t("form.join")}
				</Button>
			</div>
		</Form>
	);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="flex flex-col gap-4">
			<h2 className="text-header">{title}</h2>
			{children}
		</section>
	);
}
