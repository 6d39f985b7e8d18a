import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import {
	type ApplyDraft,
	furthestStep,
	personOf,
	useApplyDraft,
	withClinic,
	withSubject,
} from "~/features/tci/apply-draft";
import { headerAt, stepWithin } from "~/features/tci/apply-header";
import { CheckStep } from "~/features/tci/check-step";
import { ClinicStep } from "~/features/tci/clinic-step";
import { DoneStep } from "~/features/tci/done-step";
import { PersonStep } from "~/features/tci/person-step";
import { useClinic } from "~/features/tci/queries";
import { StepIndicator } from "~/features/tci/step-indicator";
import { bundleKo } from "~/i18n/i18n";
import type { Application, Institution, Patient } from "~/lib/api/types";
import { useHeader } from "~/lib/header-state";
import { usePeople, usePersonInAddress } from "~/lib/people";
import { useSession } from "~/lib/session";
import ko from "~/locales/ko/tci.json";
import type { PersonValues } from "~/ui/person-form";
import { Skeleton } from "~/ui/skeleton";

bundleKo("tci", ko);

const STEP = "step";
const INSTITUTION = "institutionId";

export default function ApplyTci() {
	const { patient } = useSession();
	return (
		<div className="mx-auto max-w-[560px] pt-2">
			{patient ? <Wizard key={patient.id} patient={patient} /> : <Skeleton className="h-40" />}
		</div>
	);
}

function Wizard({ patient }: { patient: Patient }) {
	const { t } = useTranslation("tci");
	const [query, setQuery] = useSearchParams();
	const { draft, keep, keepTyped } = useApplyDraft(patient);
	const step = stepWithin(query.get(STEP), furthestStep(draft));
	const header = headerAt(step);
	useHeader({ title: t(header.title), back: header.back, hidden: header.hidden });
	const go = (next: number, replace = false) => {
		setQuery(next === 0 ? {} : { [STEP]: String(next) }, { replace });
		window.scrollTo(0, 0);
	};
	const choose = (institution: Institution, replace = false) => {
		keep(withClinic(draft, institution));
		go(1, replace);
	};
	const { missing, loading } = usePreselected(query.get(INSTITUTION), choose);
	useSubjectInAddress(draft, keep);
	const handedIn = (application: Application | null, person: PersonValues, next: number) => {
		keep({
			...draft,
			person,
			clinicId: application?.id ?? draft.clinicId,
			sent: personOf(person, draft.personId),
		});
		go(next);
	};
	const gone = query.get("gone") !== null;
	return (
		<div className="flex flex-col gap-5">
			<StepIndicator step={step} />
			{step === 0 && loading ? <Skeleton className="h-40 rounded-[18px]" /> : null}
			{step === 0 && !loading ? (
				<ClinicStep missing={missing || gone} onChoose={(institution) => choose(institution)} />
			) : null}
			{step === 1 ? (
				<PersonStep
					draft={draft}
					onTyped={keepTyped}
					onSubject={(person) => keep(withSubject(draft, person))}
					onBack={() => go(0)}
					onDone={(application, values) => handedIn(application, values, 2)}
					onGone={() => setQuery({ gone: "" })}
				/>
			) : null}
			{step === 2 ? (
				<CheckStep
					draft={draft}
					onTyped={keepTyped}
					onSubject={(person) => keep(withSubject(draft, person))}
					onBack={() => go(1)}
					onDone={(application, values) => handedIn(application, values, 3)}
				/>
			) : null}
			{step === 3 ? <DoneStep draft={draft} /> : null}
		</div>
	);
}

/** Begins with the person that the address names, while the application is not made yet. */
function useSubjectInAddress(draft: ApplyDraft, keep: (draft: ApplyDraft) => void) {
	const [asked] = usePersonInAddress();
	const people = usePeople().data?.people;
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each person named
	useEffect(() => {
		const person = people?.find((each) => each.id === asked);
		if (person && draft.clinicId === null) keep(withSubject(draft, person));
	}, [people, asked]);
}

/** Chooses the clinic that the address names, as soon as it is known. */
function usePreselected(asked: string | null, choose: (institution: Institution, replace: boolean) => void) {
	const id = asked === null ? null : Number(asked);
	const valid = id !== null && Number.isSafeInteger(id) && id > 0;
	const clinic = useClinic(valid ? id : null);
	const found = valid ? clinic.data?.institution : undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each clinic named
	useEffect(() => {
		if (found) choose(found, true);
	}, [found]);
	return {
		missing: id !== null && (!valid || clinic.isError),
		loading: valid && clinic.isPending && clinic.fetchStatus !== "idle",
	};
}
