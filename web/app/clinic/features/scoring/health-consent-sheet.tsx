import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { SignaturePad } from "~/clinic/ui/signature-pad";
import { MAX_NAME_LENGTH } from "~/domain/person/person";
import type { Application } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormRadioGroup } from "~/shared/ui/form/form-choice-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { type Proof, useRecordHealthConsent } from "./health-consent-query";

const MAX_LENGTH = 100;
const CONSENT_METHODS = ["signature", "paper"] as const;
const DETAILS = ["what", "why", "long", "refuse"] as const;

function proofOf(way: string, signature: string | null, paper: string): Proof | null {
	if (way === "signature") return signature === null ? null : { signature };
	return paper === "" ? null : { paperReference: paper };
}

const SCHEMA = v.object({
	signer: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")),
	way: v.string(),
	paper: v.pipe(v.string(), v.trim()),
});

interface Props {
	application: Application;
	onClose: () => void;
}

/** The form's values and rules. The signature is not one of its fields. */
function useConsentForm({ application, onClose }: Props) {
	const { t } = useTranslation("clinic");
	const record = useRecordHealthConsent(application.id);
	const [signature, setSignature] = useState<string | null>(null);
	const [isSubmitted, setSubmitted] = useState(false);
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { signer: application.patientInstitution.name, way: "signature" as string, paper: "" },
		errorText: () => t("healthConsent.missing"),
		onSubmit: ({ signer, way, paper }) => {
			const proof = proofOf(way, signature, paper);
			setSubmitted(true);
			return proof && record.mutateAsync({ signer, ...proof }, { onSuccess: onClose });
		},
	});
	const [way, paper] = form.watch(["way", "paper"]);
	const isMissing = isSubmitted && proofOf(way, signature, paper.trim()) === null;
	return { form, way, isMissing, setSignature };
}

/** Consent form for a walk-in patient: a signature here, or a reference to a signed paper. */
export default function HealthConsentSheet({ application, onClose }: Props) {
	const { t } = useTranslation("clinic");
	const { form, way, isMissing, setSignature } = useConsentForm({ application, onClose });
	const { control } = form;
	return (
		<Dialog title={t("healthConsent.sheet")} onClose={onClose}>
			<ConsentDetails />
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<FormTextField
					control={control}
					name="signer"
					label={t("healthConsent.signer")}
					hint={t("healthConsent.signerHint")}
					maxLength={MAX_NAME_LENGTH}
				/>
				<FormRadioGroup
					control={control}
					name="way"
					label={t("healthConsent.way")}
					choices={CONSENT_METHODS.map((each) => [each as string, t(`healthConsent.ways.${each}`)] as const)}
					row="grid grid-cols-2 gap-2"
					choice="min-h-12 rounded-control border border-field bg-white px-2 text-center selected:border-green-700 selected:bg-mint-100"
				/>
				{way === "signature" ? (
					<SignaturePad onSigned={setSignature} />
				) : (
					<FormTextField
						control={control}
						name="paper"
						label={t("healthConsent.paper")}
						hint={t("healthConsent.paperHint")}
						maxLength={MAX_LENGTH}
					/>
				)}
				{isMissing ? (
					<p role="alert" className="text-meta text-danger">
						{t("healthConsent.missing")}
					</p>
				) : null}
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("healthConsent.do")}
				</Button>
			</Form>
		</Dialog>
	);
}

/** What the person agrees to. */
function ConsentDetails() {
	const { t } = useTranslation("clinic");
	return (
		<dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-[16px] bg-quiet p-4 text-[14px]">
			{DETAILS.map((each) => (
				<div key={each} className="contents">
					<dt className="text-ink-600">{t(`healthConsent.facts.${each}.name`)}</dt>
					<dd>{t(`healthConsent.facts.${each}.text`)}</dd>
				</div>
			))}
		</dl>
	);
}
