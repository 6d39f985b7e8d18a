import { HttpResponse } from "msw";
import { isYearsOld } from "~/domain/person/person";
import type { AccountPerson, NewPerson } from "~/shared/api/types";
import { db, isSignedIn } from "./db";
import { http } from "./http";
import { empty, notFound, problem, unauthorized } from "./responses";

const AGE_OF_CONSENT = 14;

const formatBirth = (birth: string) => birth.replace(/^(\d{4})\D?(\d{2})\D?(\d{2})$/, "$1.$2.$3");

function personOf(id: number, body: NewPerson, hasRecords: boolean): AccountPerson {
	const { relation, name, birth, gender = null, consent } = body;
	const consentAt = new Date().toISOString();
	return {
		id,
		relation,
		name,
		birth: formatBirth(birth),
		gender,
		consent,
		consentAt,
		missingConsent: null,
		hasRecords,
	};
}

const isAllowed = ({ birth, consent }: NewPerson) =>
	(consent === "agreed") === isYearsOld(birth, AGE_OF_CONSENT, new Date());

/** The people of the account. */
export const people = [
	http.get("/patients/people", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({ people: db.people }) : unauthorized(),
	),
	http.post("/patients/people", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const body = await request.json();
		if (!isAllowed(body)) return problem(422, "validation", "나이에 맞는 동의를 해 주세요.");
		const person = personOf((db.people.at(-1)?.id ?? 0) + 1, body, false);
		db.people.push(person);
		return HttpResponse.json({ person }, { status: 201 });
	}),
	http.put("/patients/people/{id}", async ({ request, params }) => {
		const at = db.people.findIndex((each) => each.id === Number(params.id) && each.relation !== "self");
		const earlier = db.people[at];
		if (!earlier) return notFound();
		const person = personOf(earlier.id, await request.json(), earlier.hasRecords);
		db.people[at] = person;
		return HttpResponse.json({ person });
	}),
	http.delete("/patients/people/{id}", ({ params }) => {
		const person = db.people.find((each) => each.id === Number(params.id) && each.relation !== "self");
		if (!person) return notFound();
		if (db.openOf.has(person.id)) return problem(409, "person_in_use", "진행 중인 신청이나 청구가 있어요.");
		db.people = db.people.filter((each) => each !== person);
		return empty();
	}),
];
