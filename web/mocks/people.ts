import { HttpResponse, http } from "msw";
import type { AccountPerson, NewPerson } from "~/lib/api/types";
import { isYearsOld } from "~/lib/person";
import { API, problem } from "./answers";
import { CREDENTIAL, db } from "./db";

const AGE_OF_CONSENT = 14;
const isPerson = (request: Request) => request.headers.get("Authorization") === `Bearer ${CREDENTIAL}`;
const refused = () => problem(401, "unauthorized", "로그인이 필요해요.");
const missing = () => problem(404, "not_found", "찾을 수 없어요.");

const dotted = (birth: string) => birth.replace(/^(\d{4})\D?(\d{2})\D?(\d{2})$/, "$1.$2.$3");

function personOf(id: number, body: NewPerson, hasRecords: boolean): AccountPerson {
	const { relation, name, birth, gender = null, consent } = body;
	const consentAt = new Date().toISOString();
	return {
		id,
		relation,
		name,
		birth: dotted(birth),
		gender,
		consent,
		consentAt,
		missingConsent: null,
		hasRecords,
	};
}

const fits = ({ birth, consent }: NewPerson) =>
	(consent === "agreed") === isYearsOld(birth, AGE_OF_CONSENT, new Date());

/** The people of the account. */
export const people = [
	http.get(`${API}/patients/people`, ({ request }) =>
		isPerson(request) ? HttpResponse.json({ people: db.people }) : refused(),
	),
	http.post<never, NewPerson>(`${API}/patients/people`, async ({ request }) => {
		if (!isPerson(request)) return refused();
		const body = await request.json();
		if (!fits(body)) return problem(422, "validation", "나이에 맞는 동의를 해 주세요.");
		const person = personOf((db.people.at(-1)?.id ?? 0) + 1, body, false);
		db.people.push(person);
		return HttpResponse.json({ person }, { status: 201 });
	}),
	http.put<{ id: string }, NewPerson>(`${API}/patients/people/:id`, async ({ request, params }) => {
		const at = db.people.findIndex((each) => each.id === Number(params.id) && each.relation !== "self");
		const earlier = db.people[at];
		if (!earlier) return missing();
		const person = personOf(earlier.id, await request.json(), earlier.hasRecords);
		db.people[at] = person;
		return HttpResponse.json({ person });
	}),
	http.delete<{ id: string }>(`${API}/patients/people/:id`, ({ params }) => {
		const person = db.people.find((each) => each.id === Number(params.id) && each.relation !== "self");
		if (!person) return missing();
		if (db.openOf.has(person.id)) return problem(409, "person_in_use", "진행 중인 신청이나 청구가 있어요.");
		db.people = db.people.filter((each) => each !== person);
		return new HttpResponse(null, { status: 204 });
	}),
];
