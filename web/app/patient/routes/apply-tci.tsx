import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tci.json";
import {
	furthestStep,
	type Step,
	stepWithin,
	useApplyDraft,
	withSubject,
} from "~/patient/features/tci/apply-draft";
import { ClinicStep } from "~/patient/features/tci/clinic-step";
import { DoneStep } from "~/patient/features/tci/done-step";
import { useClinic } from "~/patient/features/tci/queries";
import { StepIndicator } from "~/patient/features/tci/step-indicator";
import { SummaryStep } from "~/patient/features/tci/summary-step";
import { usePeople, usePersonInAddress } from "~/patient/lib/people";
import { useStepHistory } from "~/patient/lib/use-step-history";
import { useSession } from "~/patient/session/session";
import type { Institution, Patient } from "~/shared/api/types";
import { parseId } from "~/shared/lib/format";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("tci", ko);

const PersonStep = lazy(() =>
	import("~/patient/features/tci/person-step").then((module) => ({ default: module.PersonStep })),
);

const STEP = "step";
const INSTITUTION = "institutionId";
const DONE = "done";
const DONE_STEP = 3 as const;

export const handle: RouteHandle = {
	back: "/",
	title: "applyTci",
	steps: { firstTitle: "findClinic", isFirst: (query) => !query.has(STEP) && !query.has(DONE) },
};

export default function ApplyTci() {
	const { patient } = useSession();
	return (
		<div className="mx-auto max-w-[560px] pt-2">
			{patient ? <Wizard key={patient.id} patient={patient} /> : <Skeleton className="h-40" />}
		</div>
	);
}

/** The wizard's steps in the URL. */
function useSteps(furthest: Step) {
	const [query, setQuery] = useSearchParams();
	const done = parseId(query.get(DONE) ?? undefined);
	const step = done === null ? stepWithin(query.get(STEP), furthest) : DONE_STEP;
	const steps = useStepHistory(
		step,
		(to): Record<string, string> => (to === 0 ? {} : { [STEP]: String(to) }),
	);
	const finish = (applicationId: number) => {
		setQuery({ [DONE]: String(applicationId) }, { replace: true });
		window.scrollTo(0, 0);
	};
	return { ...steps, step, done, clinicId: query.get(INSTITUTION), finish };
}

function Wizard({ patient }: { patient: Patient }) {
	const { draft, change, keyOf, finish: forgetDraft } = useApplyDraft(patient);
	const { step, done, clinicId, ...steps } = useSteps(furthestStep(draft));
	const [refusal, setRefusal] = useState<unknown>(null);
	const [isGone, setGone] = useState(false);
	const choose = (institution: Institution, show: (to: Step) => void) => {
		const next = change(() => ({ institution }));
		setGone(false);
		// A user who returned to change the clinic has nothing else to enter.
		show(draft.institution === null ? 1 : furthestStep(next));
	};
	const { missing, loading } = usePreselected(clinicId, (found) => choose(found, steps.replace));
	useSubjectInAddress({ current: draft.personId, change, isClinicInAddress: clinicId !== null && !missing });
	return (
		<div className="flex flex-col gap-5">
			<StepIndicator step={step} />
			{step === 0 && loading ? <Skeleton className="h-40 rounded-[18px]" /> : null}
			{step === 0 && !loading ? (
				<ClinicStep missing={missing || isGone} onChoose={(institution) => choose(institution, steps.next)} />
			) : null}
			{step === 1 ? (
				<LazyPersonStep
					draft={draft}
					error={refusal}
					onChange={(person) => change(() => ({ person }))}
					onSubject={(person) => change(withSubject(person))}
					onBack={() => steps.back(0)}
					onDone={(person) => {
						setRefusal(null);
						change(() => ({ person }));
						steps.next(2);
					}}
				/>
			) : null}
			{step === 2 ? (
				<SummaryStep
					draft={draft}
					keyOf={keyOf}
					onClinic={() => steps.back(0)}
					onPerson={() => steps.back(1)}
					onDone={(application) => {
						forgetDraft();
						steps.finish(application.id);
					}}
					onClinicGone={() => {
						change(() => ({ institution: null }));
						setGone(true);
						steps.back(0);
					}}
					onRefused={(error) => {
						setRefusal(error);
						steps.back(1);
					}}
				/>
			) : null}
			{done === null ? null : <DoneStep id={done} />}
		</div>
	);
}

function LazyPersonStep(props: ComponentProps<typeof PersonStep>) {
	return (
		<Suspense fallback={<Skeleton className="h-96" />}>
			<PersonStep {...props} />
		</Suspense>
	);
}

interface SubjectOptions {
	/** The selected person. */
	current: number | null;
	change: ReturnType<typeof useApplyDraft>["change"];
	/** Whether the URL will be replaced once the clinic in it is loaded. */
	isClinicInAddress: boolean;
}

/** Selects the person in the URL once: afterwards the user's choice counts, on every step and after a reload. */
function useSubjectInAddress({ current, change, isClinicInAddress }: SubjectOptions): void {
	const [inAddress, setInAddress] = usePersonInAddress();
	const [arrived] = useState(inAddress);
	const people = usePeople().data?.people;
	const isLoaded = people !== undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the people have loaded
	useEffect(() => {
		const person = people?.find((each) => each.id === arrived);
		if (person && person.id !== current) change(withSubject(person));
	}, [isLoaded]);
	const isStale = isLoaded && inAddress !== null && !isClinicInAddress;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each history entry with a person
	useEffect(() => {
		if (isStale) setInAddress(null);
	}, [isStale]);
}

/** Selects the clinic in the URL once it is loaded. */
function usePreselected(clinicId: string | null, choose: (institution: Institution) => void) {
	const id = clinicId === null ? null : Number(clinicId);
	const valid = id !== null && Number.isSafeInteger(id) && id > 0;
	const clinic = useClinic(valid ? id : null);
	const found = valid ? clinic.data?.institution : undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each clinic in the URL
	useEffect(() => {
		if (found) choose(found);
	}, [found]);
	return {
		missing: id !== null && (!valid || clinic.isError),
		loading: valid && clinic.isPending && clinic.fetchStatus !== "idle",
	};
}
