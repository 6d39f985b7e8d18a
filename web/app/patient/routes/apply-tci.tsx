import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tci.json";
import { furthestStep, stepWithin, useApplyDraft, withSubject } from "~/patient/features/tci/apply-draft";
import { ClinicStep } from "~/patient/features/tci/clinic-step";
import { DoneStep } from "~/patient/features/tci/done-step";
import { useClinic } from "~/patient/features/tci/queries";
import { StepIndicator } from "~/patient/features/tci/step-indicator";
import { SummaryStep } from "~/patient/features/tci/summary-step";
import { PERSON, usePeople, usePersonInAddress } from "~/patient/lib/people";
import { useSession } from "~/patient/session/session";
import type { AccountPerson, Institution, Patient } from "~/shared/api/types";
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
const DONE_STEP = 3;

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
function useSteps() {
	const [query, setQuery] = useSearchParams();
	const go = (next: number, replace = false) => {
		const person = query.get(PERSON);
		setQuery(
			{ ...(next === 0 ? {} : { [STEP]: String(next) }), ...(person === null ? {} : { [PERSON]: person }) },
			{ replace },
		);
		window.scrollTo(0, 0);
	};
	const finish = (applicationId: number) => {
		setQuery({ [DONE]: String(applicationId) }, { replace: true });
		window.scrollTo(0, 0);
	};
	return { query, setQuery, go, finish };
}

function Wizard({ patient }: { patient: Patient }) {
	const { query, setQuery, go, finish } = useSteps();
	const { draft, change, finish: forgetDraft } = useApplyDraft(patient);
	const [refusal, setRefusal] = useState<unknown>(null);
	const done = parseId(query.get(DONE) ?? undefined);
	const step = done === null ? stepWithin(query.get(STEP), furthestStep(draft)) : DONE_STEP;
	const choose = (institution: Institution, replace = false) => {
		const next = change(() => ({ institution }));
		// A user who returned to change the clinic has nothing else to enter.
		go(draft.institution === null ? 1 : furthestStep(next), replace);
	};
	const { missing, loading } = usePreselected(query.get(INSTITUTION), choose);
	const chooseSubject = useSubjectInAddress(draft.personId, change);
	const gone = query.get("gone") !== null;
	return (
		<div className="flex flex-col gap-5">
			<StepIndicator step={step} />
			{step === 0 && loading ? <Skeleton className="h-40 rounded-[18px]" /> : null}
			{step === 0 && !loading ? (
				<ClinicStep missing={missing || gone} onChoose={(institution) => choose(institution)} />
			) : null}
			{step === 1 ? (
				<Suspense fallback={<Skeleton className="h-96" />}>
					<PersonStep
						draft={draft}
						error={refusal}
						onChange={(person) => change(() => ({ person }))}
						onSubject={chooseSubject}
						onBack={() => go(0)}
						onDone={(person) => {
							setRefusal(null);
							change(() => ({ person }));
							go(2);
						}}
					/>
				</Suspense>
			) : null}
			{step === 2 ? (
				<SummaryStep
					draft={draft}
					onClinic={() => go(0)}
					onPerson={() => go(1)}
					onDone={(application) => {
						forgetDraft();
						finish(application.id);
					}}
					onClinicGone={() => {
						change(() => ({ institution: null }));
						setQuery({ gone: "" });
					}}
					onRefused={(error) => {
						setRefusal(error);
						go(1);
					}}
				/>
			) : null}
			{done === null ? null : <DoneStep id={done} />}
		</div>
	);
}

/** Preselects the person in the URL, until another one is selected. */
function useSubjectInAddress(current: number | null, change: ReturnType<typeof useApplyDraft>["change"]) {
	const [chosenId, setChosenId] = usePersonInAddress();
	const people = usePeople().data?.people;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each person in the URL
	useEffect(() => {
		const person = people?.find((each) => each.id === chosenId);
		if (person && person.id !== current) change(withSubject(person));
	}, [people !== undefined, chosenId]);
	return (person: AccountPerson) => {
		change(withSubject(person));
		setChosenId(null);
	};
}

/** Selects the clinic in the URL once it is loaded. */
function usePreselected(
	clinicId: string | null,
	choose: (institution: Institution, replace: boolean) => void,
) {
	const id = clinicId === null ? null : Number(clinicId);
	const valid = id !== null && Number.isSafeInteger(id) && id > 0;
	const clinic = useClinic(valid ? id : null);
	const found = valid ? clinic.data?.institution : undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each clinic in the URL
	useEffect(() => {
		if (found) choose(found, true);
	}, [found]);
	return {
		missing: id !== null && (!valid || clinic.isError),
		loading: valid && clinic.isPending && clinic.fetchStatus !== "idle",
	};
}
