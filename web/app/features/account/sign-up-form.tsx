import type { ReactNode } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { PasswordField } from "~/ui/password-field";
import { TextField } from "~/ui/text-field";
import { AddressFields } from "./address-fields";
import { AgreementBoxes } from "./agreement-boxes";
import { isAllAgreed } from "./agreements";
import { GenderChoice } from "./gender-choice";
import { IdField } from "./id-field";
import { PersonFields } from "./person-fields";
import type { SignUpDraft } from "./sign-up-draft";
import { SignUpProblem } from "./sign-up-problem";
import { useSignUp } from "./use-sign-up";

interface Props {
	/** What stands in the form at first. */
	start: SignUpDraft;
	/** The social sign-in that this sign-up completes. */
	socialToken: string | null;
}

/** Sign-up with an ID. The session moves on when it works; the screen follows the session. */
export function SignUpForm({ start, socialToken }: Props) {
	const { t } = useTranslation("account");
	const sign = useSignUp(start, socialToken);
	const { field, fill } = sign.fields;

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
				<PersonFields sign={sign} />
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
				<AddressFields form={sign.form} field={field} onFill={fill} />
				<input type="hidden" name="ci" value={sign.identity.info?.ci ?? ""} />
			</Section>
			<Section title={t("agree.title")}>
				<AgreementBoxes agreed={sign.agreed} onChange={sign.setAgreed} />
			</Section>
			<div className="flex flex-col gap-3">
				{sign.error ? <SignUpProblem error={sign.error} /> : null}
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
