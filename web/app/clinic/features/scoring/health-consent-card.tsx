import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { SignaturePad } from "~/clinic/ui/signature-pad";
import { NAME_MAX } from "~/domain/person/person";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { localDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";
import { type Proof, useHealthConsent, useRecordHealthConsent } from "./health-consent-query";

const MAX_LENGTH = 100;

/** Whether photos may be added: an account's person agrees in the app, somebody who came by signs here or on a paper. */
export function HealthConsentCard({ application }: { application: Application }) {
	const { t } = useTranslation("clinic");
	const consent = useHealthConsent(application.id);
	const [isOpen, setOpen] = useState(false);
	if (!consent.data) return null;
	const { allowed, recorded } = consent.data;
	const isWalkIn = application.kind === "walk_in";
	if (allowed && !recorded) return null;
	if (recorded) {
		return (
			<p className="text-meta text-ink-600">
				{t(recorded.kind === "paper" ? "healthConsent.onPaper" : "healthConsent.signed", {
					signer: recorded.signer,
					date: localDate(recorded.givenAt),
					paper: recorded.paperReference ?? "",
				})}
			</p>
		);
	}
	return (
		<Notice
			tone="warning"
			title={t("healthConsent.title")}
			action={
				isWalkIn ? (
					<Button tone="secondary" onPress={() => setOpen(true)}>
						{t("healthConsent.record")}
					</Button>
				) : null
			}
		>
			{t(isWalkIn ? "healthConsent.text" : "healthConsent.inApp")}
			{isOpen ? <RecordSheet application={application} onClose={() => setOpen(false)} /> : null}
		</Notice>
	);
}

const WAYS = ["signature", "paper"] as const;
const FACTS = ["what", "why", "long", "refuse"] as const;

function proofOf(way: (typeof WAYS)[number], signature: string | null, paper: string): Proof | null {
	if (way === "signature") return signature === null ? null : { signature };
	return paper === "" ? null : { paperReference: paper };
}

function RecordSheet({ application, onClose }: { application: Application; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const record = useRecordHealthConsent(application.id);
	const [signer, setSigner] = useState(application.patientInstitution.name);
	const [way, setWay] = useState<(typeof WAYS)[number]>("signature");
	const [signature, setSignature] = useState<string | null>(null);
	const [paper, setPaper] = useState("");
	const [isTried, setTried] = useState(false);
	const proof = proofOf(way, signature, paper.trim());
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (!signer.trim() || !proof || record.isPending) return;
		record.mutate({ signer: signer.trim(), ...proof }, { onSuccess: onClose });
	};
	return (
		<Dialog title={t("healthConsent.sheet")} onClose={onClose}>
			<dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-[16px] bg-quiet p-4 text-[14px]">
				{FACTS.map((each) => (
					<div key={each} className="contents">
						<dt className="text-ink-600">{t(`healthConsent.facts.${each}.name`)}</dt>
						<dd>{t(`healthConsent.facts.${each}.text`)}</dd>
					</div>
				))}
			</dl>
			<form method="post" onSubmit={submit} className="mt-4 flex flex-col gap-4">
				<TextField
					name="signer"
					label={t("healthConsent.signer")}
					hint={t("healthConsent.signerHint")}
					defaultValue={signer}
					error={isTried && !signer.trim() ? t("healthConsent.missing") : undefined}
					maxLength={NAME_MAX}
					onChange={setSigner}
				/>
				<fieldset className="grid grid-cols-2 gap-2">
					<legend className="sr-only">{t("healthConsent.way")}</legend>
					{WAYS.map((each) => (
						<label
							key={each}
							className="grid min-h-11 cursor-pointer place-items-center rounded-control border border-line text-[14px] has-checked:border-green-700 has-checked:bg-mint-100 has-checked:font-bold has-[:focus-visible]:outline-3"
						>
							<input
								type="radio"
								name="way"
								checked={way === each}
								onChange={() => setWay(each)}
								className="sr-only"
							/>
							{t(`healthConsent.ways.${each}`)}
						</label>
					))}
				</fieldset>
				{way === "signature" ? (
					<SignaturePad onSigned={setSignature} />
				) : (
					<TextField
						name="paper"
						label={t("healthConsent.paper")}
						hint={t("healthConsent.paperHint")}
						maxLength={MAX_LENGTH}
						onChange={setPaper}
					/>
				)}
				{isTried && !proof ? (
					<p role="alert" className="text-meta text-danger">
						{t("healthConsent.missing")}
					</p>
				) : null}
				{record.error ? <Notice tone="danger">{problemText(record.error)}</Notice> : null}
				<Button type="submit" isPending={record.isPending}>
					{t("healthConsent.do")}
				</Button>
			</form>
		</Dialog>
	);
}
