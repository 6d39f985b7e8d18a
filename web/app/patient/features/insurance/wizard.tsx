import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { usePeople } from "~/patient/lib/people";
import { SubjectChoice } from "~/patient/ui/subject-choice";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import type { Institution, Patient } from "~/shared/api/types";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { StepIndicator } from "~/shared/ui/step-indicator";
import { FOLLOWING_PRICES } from "./claim-again";
import { type ClaimDraft, forgetClaim, keepAccount, useClaimDraft } from "./claim-draft";
import { detailsFrom, infoFrom } from "./initial-values";
import { InsurerStep } from "./insurer-step";
import { completeOf } from "./mobile-return";
import { type InfoValues, infoFields } from "./schema";
import { CLINIC, INFO, INSURER, PAY, STEPS, type Step, useStep } from "./use-step";

/** The form controls come with the steps that have them. */
const InfoStep = lazy(() => import("./info-step").then((module) => ({ default: module.InfoStep })));
const DocumentsStep = lazy(() =>
	import("./documents-step").then((module) => ({ default: module.DocumentsStep })),
);

/** The step in which a refused claim can be put right; null where it is the one that sent it. */
function stepOf(code: string, fields: readonly string[]): Step | null {
	if (code === "not_selectable" || fields.includes("institutionId")) return CLINIC;
	if (code === "consent_required") return INSURER;
	if (fields.includes("insurerId") || fields.includes("consented")) return INSURER;
	return fields.some((field) => field in infoFields) ? INFO : null;
}

interface Props {
	patient: Patient;
	/** What was kept, or what the address begins with. */
	initial: () => ClaimDraft;
	/** How many of the resident number's last seven digits the tenant asks for. */
	back: number;
	/** The clinic search, of the part of the app that has it. */
	clinics: (choose: (institution: Institution) => void) => ReactNode;
}

/** The claim, step by step. */
export function Wizard({ patient, initial, back, clinics }: Props) {
	const { t } = useTranslation("insurance");
	const navigate = useNavigate();
	const { draft, change } = useClaimDraft(initial);
	const { step, ...steps } = useStep(draft);
	const [refusal, setRefusal] = useState<{ step: Step; error: unknown; text: string } | null>(null);

	const next = (to: Step) => {
		setRefusal(null);
		steps.next(to);
	};
	const refused = (error: unknown): boolean => {
		if (!isProblem(error)) return false;
		const own = fieldMessages(error);
		const where = stepOf(error.code, Object.keys(own));
		if (where === null) return false;
		setRefusal({ step: where, error, text: Object.values(own)[0] ?? error.detail });
		steps.lead(where);
		return true;
	};
	const info = infoFrom(draft, patient);
	const insured = usePeople().data?.people.find(({ id }) => id === draft.personId);
	return (
		<div className="flex flex-col gap-5">
			<StepIndicator
				label={t("steps")}
				titles={STEPS.map((each) => t(`title.${each}`))}
				stepLabel={(number, title) => t("step", { number, title })}
				step={step}
			/>
			{draft.kind === "new" ? null : (
				<p className="rounded-[16px] bg-mint-50 px-4 py-3 text-[14px] text-green-800">
					{t(`again.${draft.kind}.name`)} · {t(`again.${draft.kind}.price`, FOLLOWING_PRICES)}
				</p>
			)}
			{refusal && refusal.step === step && step !== INFO ? (
				<Notice tone="warning">{refusal.text}</Notice>
			) : null}
			{step === CLINIC
				? clinics((institution) => {
						change({ institution });
						next(INSURER);
					})
				: null}
			{step === INSURER ? (
				<InsurerStep
					draft={draft}
					onChoose={(insurer) => change({ insurer })}
					onBack={() =>
						draft.priorClaimId === null
							? steps.back(CLINIC)
							: void navigate(href("/insurance/:id", { id: String(draft.priorClaimId) }))
					}
					onDone={() => next(INFO)}
				/>
			) : null}
			<Suspense fallback={<Skeleton className="h-72 rounded-[18px]" />}>
				{step === INFO ? (
					<InfoStep
						key={draft.personId}
						initial={info}
						subject={draft.kind === "new" ? <Subject draft={draft} info={info} onChange={change} /> : null}
						refusal={refusal?.step === INFO ? refusal.error : null}
						onTyped={(typed) => change({ info: typed })}
						onBack={() => steps.back(INSURER)}
						onDone={() => next(PAY)}
					/>
				) : null}
				{step === PAY ? (
					<DocumentsStep
						draft={draft}
						info={info}
						initial={detailsFrom(draft, patient, draft.personId === null ? patient.birth : insured?.birth)}
						back={back}
						onChange={change}
						onTyped={({ bankName, depositor, zipcode, address, addressDetail, accountNumber }) => {
							keepAccount({ patientId: patient.id, number: accountNumber });
							change({ payout: { bankName, depositor }, address: { zipcode, address, addressDetail } });
						}}
						onBack={() => steps.back(INFO)}
						onPaid={(oid) => void navigate(completeOf(oid), { replace: true })}
						onSent={(id) => {
							forgetClaim();
							void navigate(href("/insurance/:id", { id: String(id) }), { replace: true });
						}}
						onRefused={refused}
					/>
				) : null}
			</Suspense>
		</div>
	);
}

interface SubjectProps {
	draft: ClaimDraft;
	info: InfoValues;
	onChange: (change: Partial<ClaimDraft>) => void;
}

/** Who is insured: the holder of the account, or somebody whom the holder added. */
function Subject({ draft, info, onChange }: SubjectProps) {
	return (
		<SubjectChoice
			personId={draft.personId}
			onChoose={({ id, name, relation }) =>
				onChange({ personId: relation === "self" ? null : id, info: { ...info, insuredName: name } })
			}
		/>
	);
}
