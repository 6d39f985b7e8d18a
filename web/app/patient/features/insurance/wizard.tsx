import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { SubjectChoice } from "~/patient/ui/subject-choice";
import type { Institution, Patient } from "~/shared/api/types";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { StepIndicator } from "~/shared/ui/step-indicator";
import { FOLLOW_UP_PRICES } from "./claim-again";
import { type ClaimDraft, useClaimDraft } from "./claim-draft";
import { infoFrom } from "./initial-values";
import { InsurerStep } from "./insurer-step";
import type { InfoValues } from "./schema";
import { useEarlierOrder } from "./use-earlier-order";
import { useRefusal } from "./use-refusal";
import { CLINIC, INFO, INSURER, PAY, STEPS, type Step, useStep } from "./use-step";

/** Lazy, since these steps contain the form controls. */
const InfoStep = lazy(() => import("./info-step").then((module) => ({ default: module.InfoStep })));
const PayStep = lazy(() => import("./pay-step").then((module) => ({ default: module.PayStep })));

interface Props {
	patient: Patient;
	/** The stored draft, or the initial one from the URL. */
	initial: () => ClaimDraft;
	/** How many of the resident number's last seven digits the tenant requires. */
	back: number;
	/** Renders the clinic search, which belongs to another feature. */
	clinics: (choose: (institution: Institution) => void) => ReactNode;
}

/** The claim wizard. */
export function Wizard({ patient, initial, back, clinics }: Props) {
	const navigate = useNavigate();
	const { draft, change } = useClaimDraft(initial);
	const { step, ...steps } = useStep(draft);
	useEarlierOrder(draft.earlierOid, change);
	const { refusal, handleRejection, forget } = useRefusal(steps.back);

	const next = (to: Step) => {
		forget();
		steps.next(to);
	};
	const leaveInsurer = () => {
		if (draft.priorClaimId === null) return steps.back(CLINIC);
		void navigate(href("/insurance/:id", { id: String(draft.priorClaimId) }));
	};
	const info = infoFrom(draft, patient);
	return (
		<div className="flex flex-col gap-5">
			<Steps step={step} />
			<KindNote kind={draft.kind} />
			<RefusalNotice refusal={refusal} step={step} />
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
					onBack={leaveInsurer}
					onDone={() => next(INFO)}
				/>
			) : null}
			<Suspense fallback={<Skeleton className="h-72 rounded-[18px]" />}>
				{step === INFO ? (
					<InfoStep
						key={draft.personId}
						initial={info}
						subject={<PersonSection draft={draft} info={info} onChange={change} />}
						refusal={refusal?.step === INFO ? refusal.error : null}
						onChange={(typed) => change({ info: typed })}
						onBack={() => steps.back(INSURER)}
						onDone={() => next(PAY)}
					/>
				) : null}
				{step === PAY ? (
					<PayStep
						{...{ draft, info, patient, back }}
						onChange={change}
						onBack={() => steps.back(INFO)}
						onRefused={handleRejection}
					/>
				) : null}
			</Suspense>
		</div>
	);
}

function Steps({ step }: { step: Step }) {
	const { t } = useTranslation("insurance");
	return (
		<StepIndicator
			label={t("steps")}
			titles={STEPS.map((each) => t(`title.${each}`))}
			stepLabel={(number, title) => t("step", { number, title })}
			step={step}
		/>
	);
}

/** Explains a follow-up claim for the same treatment and its price. */
function KindNote({ kind }: Pick<ClaimDraft, "kind">) {
	const { t } = useTranslation("insurance");
	if (kind === "new") return null;
	return (
		<p className="rounded-[16px] bg-mint-50 px-4 py-3 text-[14px] text-green-800">
			{t(`again.${kind}.name`)} · {t(`again.${kind}.price`, FOLLOW_UP_PRICES)}
		</p>
	);
}

interface RefusalProps {
	refusal: ReturnType<typeof useRefusal>["refusal"];
	step: Step;
}

/** Why the server rejected the claim, on the step that corrects it. The form of `INFO` shows it at its fields. */
function RefusalNotice({ refusal, step }: RefusalProps) {
	return refusal && refusal.step === step && step !== INFO ? (
		<Notice tone="warning">{refusal.text}</Notice>
	) : null;
}

interface SubjectProps {
	draft: ClaimDraft;
	info: InfoValues;
	onChange: (change: Partial<ClaimDraft>) => void;
}

/** Selects the insured person: the account's holder, or somebody added by them. A follow-up keeps its person. */
function PersonSection({ draft, info, onChange }: SubjectProps) {
	if (draft.kind !== "new") return null;
	return (
		<SubjectChoice
			personId={draft.personId}
			label="claim"
			onChoose={({ id, name, relation }) =>
				onChange({ personId: relation === "self" ? null : id, info: { ...info, insuredName: name } })
			}
		/>
	);
}
