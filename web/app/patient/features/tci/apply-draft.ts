import { useCallback, useRef, useState } from "react";
import * as v from "valibot";
import { digitsOf } from "~/domain/person/person";
import { personFields } from "~/domain/person/person-fields";
import type { PersonValues } from "~/domain/person/person-form";
import type { AccountPerson, ApplicationRequest, Institution, Patient } from "~/shared/api/types";
import { type DraftKey, forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { formatPhone } from "~/shared/lib/format";
import { type KeyedBody, keyedBody } from "~/shared/lib/use-idempotency-key";
import type { ApplicantBody } from "./queries";

const storageKey = (patientId: number): DraftKey => `patient:${patientId}:apply`;

export interface ApplyDraft {
	institution: Institution | null;
	person: PersonValues;
	/** The selected person of the account; null for its holder. */
	personId: number | null;
	/** The application that was sent last; without a response it is sent again with the same key, even after a reload. */
	sent: KeyedBody | null;
}

type KnownPerson = Pick<AccountPerson, "name" | "birth" | "gender">;

/** The form's values of a known person; the birth date without dots. */
const valuesOf = ({ name, birth, gender }: KnownPerson, phone: string): PersonValues => ({
	name,
	birth: birth?.replaceAll(".", "") ?? "",
	gender: gender === null ? "" : String(gender),
	phoneNumber: phone,
});

function emptyDraft(patient: Patient): ApplyDraft {
	return {
		institution: null,
		person: valuesOf(patient, formatPhone(patient.phoneNumber)),
		personId: null,
		sent: null,
	};
}

function startOf(patient: Patient): ApplyDraft {
	return { ...emptyDraft(patient), ...readDraft<ApplyDraft>(storageKey(patient.id)) };
}

/** Changes the draft to a person of the account, and prefills what is known about the person. */
export const withSubject =
	(person: AccountPerson) =>
	(draft: ApplyDraft): Partial<ApplyDraft> => ({
		personId: person.id,
		person: valuesOf(person, draft.person.phoneNumber),
	});

/** A step in which the draft can be changed. */
export type Step = 0 | 1 | 2;

/** The furthest step that a draft has reached: step 1 needs a clinic, step 2 a valid person. */
export function furthestStep({ institution, person }: ApplyDraft): Step {
	if (institution === null) return 0;
	return v.is(v.object(personFields), person) ? 2 : 1;
}

/** The step in the URL, limited to what the draft has reached. */
export function stepWithin(requested: string | null, furthest: number): Step {
	const step = Number(requested ?? 0);
	return (Number.isInteger(step) && step >= 0 ? Math.min(step, furthest) : 0) as Step;
}

/** The values as part of the request body. */
export function personOf(values: PersonValues, personId: number | null): ApplicantBody {
	return {
		...(personId === null ? {} : { personId }),
		name: values.name.trim(),
		birth: values.birth.trim(),
		gender: Number(values.gender),
		phoneNumber: digitsOf(values.phoneNumber),
	};
}

/** The draft of an application. It survives a reload and a sign-in until it is sent. */
export function useApplyDraft(patient: Patient) {
	const [draft, setDraft] = useState(() => startOf(patient));
	// Two changes can follow each other before the next render.
	const latest = useRef(draft);
	const key = storageKey(patient.id);
	const change = useCallback(
		(changed: (draft: ApplyDraft) => Partial<ApplyDraft>): ApplyDraft => {
			latest.current = { ...latest.current, ...changed(latest.current) };
			setDraft(latest.current);
			saveDraft(key, latest.current);
			return latest.current;
		},
		[key],
	);
	/** The idempotency key of the application. */
	const keyOf = (application: ApplicationRequest): string => {
		const sent = keyedBody(application, latest.current.sent);
		change(() => ({ sent }));
		return sent.key;
	};
	const finish = useCallback(() => {
		forgetDraft(key);
		latest.current = emptyDraft(patient);
		setDraft(latest.current);
	}, [patient, key]);
	return { draft, change, keyOf, finish };
}
