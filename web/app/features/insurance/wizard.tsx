import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { fieldMessages, isProblem } from "~/lib/api/problem";
import type { AccountPerson, Institution, Patient } from "~/lib/api/types";
import { useHeader } from "~/lib/header-state";
import { pathTo } from "~/route-table";
import { Notice } from "~/ui/notice";
import { Skeleton } from "~/ui/skeleton";
import { StepIndicator } from "~/ui/step-indicator";
import { SubjectChoice } from "~/ui/subject-choice";
import {
	type ClaimDraft,
	forgetClaim,
	furthestStep,
	keepAccount,
	keptAccount,
	keptOf,
	useClaimDraft,
} from "./claim-draft";
import type { AddressSlot } from "./documents-step";
import { InsurerStep } from "./insurer-step";
import { completeOf } from "./mobile-return";
import type { InfoValues } from "./schema";

/** The form controls come with the steps that have them. */
const InfoStep = lazy(() => import("./info-step").then((module) => ({ default: module.InfoStep })));
const DocumentsStep = lazy(() =>
	import("./documents-step").then((module) => ({ default: module.DocumentsStep })),
);

const STEPS = [0, 1, 2, 3] as const;
const [CLINIC, INSURER, INFO] = STEPS;
const STEP = "step";
const MSG = "msg";
const MAX_MESSAGE_LENGTH = 200;

/** What the first look of the form holds: what was kept, else what is known about the person. */
function valuesOf(draft: ClaimDraft, patient: Patient): InfoValues {
	const birth = patient.birth?.replace(/\D/g, "") ?? "";
	return {
		accidentType: "dental",
		onsetDate: "",
		reason: "",
		insuredName: patient.name,
		mobile: patient.phoneNumber,
		bankName: "",
		depositor: patient.name,
		...draft.info,
		accountNumber: keptAccount(),
		// Neither part is ever kept: the first is the birth date of the one who is signed in.
		residentFront: draft.personId === null ? birth.slice(2) : "",
		residentBack: "",
	};
}

/** The form for another insured person: what is known about the person, and the rest as it was typed. */
function valuesFor(person: AccountPerson, values: InfoValues): InfoValues {
	const front = (person.birth?.replace(/\D/g, "") ?? "").slice(2);
	return { ...values, insuredName: person.name, residentFront: front, residentBack: "" };
}

/** An earlier claim was another person's: no discount follows from it. */
const NO_PRIOR = { kind: "new", priorClaimId: null } as const;

/** The step in which a refused claim can be put right; null where it is the one that sent it. */
function stepOf(code: string, fields: readonly string[], values: InfoValues): number | null {
	if (code === "not_selectable" || fields.includes("institutionId")) return CLINIC;
	if (code === "consent_required") return INSURER;
	if (fields.includes("insurerId") || fields.includes("consented")) return INSURER;
	return fields.some((field) => field in values) ? INFO : null;
}

interface Props {
	patient: Patient;
	/** What the address begins with, in place of what was kept. */
	start: () => ClaimDraft | null;
	/** How many of the resident number's last seven digits the tenant asks for. */
	back: number;
	/** The clinic search, and the address fields, of the parts of the app that have them. */
	clinics: (choose: (institution: Institution) => void) => ReactNode;
	address: AddressSlot;
}

/** The claim, step by step. What is secret is asked anew after a reload, and the step that asks for it shown. */
export function Wizard({ patient, start, back, clinics, address }: Props) {
	const { t } = useTranslation("insurance");
	const navigate = useNavigate();
	const [query, setQuery] = useSearchParams();
	const [begun] = useState(start);
	const { draft, keep } = useClaimDraft(patient, begun);
	const [values, setValues] = useState(() => valuesOf(draft, patient));
	const [isWhole, setWhole] = useState(false);
	const [messages, setMessages] = useState<Record<string, string>>({});
	const [said, setSaid] = useState<string | null>(null);
	const asked = Number(query.get(STEP) ?? 0);
	const furthest = furthestStep(draft, isWhole);
	const step = Number.isInteger(asked) && asked >= 0 ? Math.min(asked, furthest) : 0;
	const msg = query.get(MSG)?.slice(0, MAX_MESSAGE_LENGTH);
	useHeader({ title: t(step === 0 ? "headerFirst" : "header"), back: step === 0 });

	// biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the address began with
	useEffect(() => {
		if (!begun) return;
		keep(begun);
		if (begun.institution) setQuery({ [STEP]: "1" }, { replace: true });
	}, [begun]);

	const go = (next: number) => {
		setQuery(next === 0 ? {} : { [STEP]: String(next) });
		setSaid(null);
		window.scrollTo(0, 0);
	};
	const finish = (to: string) => {
		forgetClaim();
		void navigate(to, { replace: true });
	};
	const refused = (error: unknown): boolean => {
		if (!isProblem(error)) return false;
		const own = fieldMessages(error);
		const where = stepOf(error.code, Object.keys(own), values);
		if (where === null) return false;
		go(where);
		if (where === INFO) setMessages(own);
		else setSaid(Object.values(own)[0] ?? error.detail);
		return true;
	};
	return (
		<div className="flex flex-col gap-5">
			<StepIndicator
				label={t("steps")}
				titles={STEPS.map((each) => t(`title.${each}`))}
				said={(number, title) => t("step", { number, title })}
				step={step}
			/>
			{msg ? (
				<Notice tone="danger" title={t("pay.failed")}>
					{msg}
				</Notice>
			) : null}
			{query.has("canceled") ? <Notice tone="info">{t("pay.canceledText")}</Notice> : null}
			{said ? <Notice tone="warning">{said}</Notice> : null}
			{step === 0
				? clinics((institution) => {
						keep({ ...draft, institution });
						go(1);
					})
				: null}
			{step === 1 ? (
				<InsurerStep
					draft={draft}
					onChoose={(insurer) => keep({ ...draft, insurer })}
					onBack={() => go(0)}
					onDone={() => go(2)}
				/>
			) : null}
			<Suspense fallback={<Skeleton className="h-72 rounded-[18px]" />}>
				{step === 2 ? (
					<InfoStep
						key={draft.personId}
						initial={values}
						subject={
							<SubjectChoice
								personId={draft.personId}
								onChoose={(person) => {
									const next = valuesFor(person, values);
									setValues(next);
									keep({
										...draft,
										personId: person.relation === "self" ? null : person.id,
										info: keptOf(next),
										...NO_PRIOR,
									});
								}}
							/>
						}
						back={back}
						messages={messages}
						onTyped={(typed) => {
							keep({ ...draft, info: keptOf(typed) });
							keepAccount(typed.accountNumber);
						}}
						onBack={() => go(1)}
						onDone={(typed) => {
							keep({ ...draft, info: keptOf(typed) });
							keepAccount(typed.accountNumber);
							setValues(typed);
							setMessages({});
							setWhole(true);
							go(3);
						}}
					/>
				) : null}
				{step === 3 ? (
					<DocumentsStep
						draft={draft}
						values={values}
						address={address}
						onChange={(change) => keep({ ...draft, ...change })}
						onBack={() => go(2)}
						onOrdered={(oid) => keep({ ...draft, oid, insuranceId: null })}
						onPaid={(oid) => void navigate(completeOf(oid))}
						onHandedIn={(id) => finish(pathTo("insuranceDetail", id))}
						onRefused={refused}
					/>
				) : null}
			</Suspense>
		</div>
	);
}
