import { useCallback, useState } from "react";
import type { AccountPerson, Institution, Patient } from "~/lib/api/types";
import { readDraft, saveDraft } from "~/lib/draft";
import { digitsOf } from "~/lib/person";
import { randomKey } from "~/lib/random-key";
import type { PersonValues } from "~/ui/person-form";
import type { Person } from "./queries";

const KEY = "apply";
/** No clinic is chosen. */
const NO_CLINIC = -1;

export interface ApplyDraft {
	/** Whose draft it is: another person in the same tab begins anew. */
	patientId: number;
	institution: Institution | null;
	institutionId: number;
	person: PersonValues;
	/** The person of the account that was chosen; null for its holder. */
	personId: number | null;
	idempotencyKey: string;
	/** The application, once it is made, and what it was last told. */
	clinicId: number | null;
	sent: Person | null;
}

/** What the form begins with: what is known about the person, the birth date without its dots. */
function emptyDraft(patient: Patient): ApplyDraft {
	return {
		patientId: patient.id,
		institution: null,
		institutionId: NO_CLINIC,
		person: {
			name: patient.name,
			birth: patient.birth?.replaceAll(".", "") ?? "",
			gender: patient.gender === null ? "" : String(patient.gender),
			phoneNumber: patient.phoneNumber,
		},
		personId: null,
		idempotencyKey: randomKey(),
		clinicId: null,
		sent: null,
	};
}

function startOf(patient: Patient): ApplyDraft {
	const kept = readDraft<ApplyDraft>(KEY);
	return kept?.patientId === patient.id ? { ...emptyDraft(patient), ...kept } : emptyDraft(patient);
}

/** The draft with this clinic chosen: a new application, unless the same clinic's is not made yet. */
export function withClinic(draft: ApplyDraft, institution: Institution): ApplyDraft {
	const same = draft.institutionId === institution.id && draft.clinicId === null;
	return {
		...draft,
		institution,
		institutionId: institution.id,
		idempotencyKey: same ? draft.idempotencyKey : randomKey(),
		clinicId: null,
		sent: null,
	};
}

/** The draft for a person of the account: the form begins with what is known about the person. */
export function withSubject(draft: ApplyDraft, person: AccountPerson): ApplyDraft {
	return {
		...draft,
		personId: person.id,
		person: {
			name: person.name,
			birth: person.birth?.replaceAll(".", "") ?? "",
			gender: person.gender === null ? "" : String(person.gender),
			phoneNumber: draft.person.phoneNumber,
		},
		idempotencyKey: draft.clinicId === null ? randomKey() : draft.idempotencyKey,
	};
}

/** The furthest step that a draft has reached: one asks for a clinic, two and three for the application. */
export function furthestStep(draft: ApplyDraft): number {
	if (draft.institution === null) return 0;
	return draft.clinicId === null ? 1 : 3;
}

/** The values as they are sent. */
export function personOf(values: PersonValues, personId: number | null): Person {
	return {
		...(personId === null ? {} : { personId }),
		name: values.name.trim(),
		birth: values.birth.trim(),
		gender: Number(values.gender),
		phoneNumber: digitsOf(values.phoneNumber),
	};
}

/** The application in the making, kept across a reload and a way through sign-in. */
export function useApplyDraft(patient: Patient) {
	const [draft, setDraft] = useState(() => startOf(patient));
	const keep = useCallback((next: ApplyDraft) => {
		setDraft(next);
		saveDraft(KEY, next);
	}, []);
	const keepTyped = (person: PersonValues) => keep({ ...draft, person });
	return { draft, keep, keepTyped };
}
