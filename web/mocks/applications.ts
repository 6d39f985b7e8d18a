import { HttpResponse } from "msw";
import { advanceReading, asApplication, clinicDb, newApplication } from "./clinic-db";
import { INSTITUTIONS, OWN_INSTITUTION } from "./clinic-seeds";
import { db, isSignedIn } from "./db";
import { http } from "./http";
import { empty, notFound, problem, unauthorized } from "./responses";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const RECENT_PAGE = 20;

const own = () => clinicDb.applications.filter((each) => each.patientId === db.patient.id);

function recent() {
	const last = own().at(-1);
	return last && Date.now() - new Date(last.createdAt).getTime() < WEEK_MS ? last.institution : null;
}

/** Applications by idempotency key. */
const applicationsByKey = new Map<string, number>();

/** The clinic search, and the patient's applications. */
export const applications = [
	http.get("/patients/institutions", ({ request, query }) => {
		if (!isSignedIn(request)) return unauthorized();
		const q = query.get("q") ?? "";
		const open = INSTITUTIONS.filter((each) => !clinicDb.closed.has(each.id));
		const institutions = q
			? open.filter((each) =>
					q
						.split(/\s+/)
						.every((word) => `${each.name} ${each.representativeName} ${each.address}`.includes(word)),
				)
			: open.filter((each) => each.id === recent()?.id);
		const clinics = own().flatMap(({ institution }) => (institution ? [institution] : []));
		const previous = open.filter((each) => !q && clinics.some(({ id }) => id === each.id));
		const favorites = clinicDb.favorites.flatMap((id) => open.filter((each) => !q && each.id === id));
		return HttpResponse.json({ institutions, recent: recent(), previous, favorites });
	}),
	http.put("/patients/institutions/{id}/favorite", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const id = Number(params.id);
		if (!INSTITUTIONS.some((each) => each.id === id) || clinicDb.closed.has(id)) return notFound();
		if (!clinicDb.favorites.includes(id)) clinicDb.favorites.unshift(id);
		return empty();
	}),
	http.delete("/patients/institutions/{id}/favorite", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		clinicDb.favorites = clinicDb.favorites.filter((id) => id !== Number(params.id));
		return empty();
	}),
	http.get("/patients/institutions/{id}", ({ params }) => {
		const institution = INSTITUTIONS.find((each) => each.id === Number(params.id));
		return institution && !clinicDb.closed.has(institution.id)
			? HttpResponse.json({ institution })
			: notFound();
	}),
	http.get("/patients/tcis", ({ request, query }) => {
		if (!isSignedIn(request)) return unauthorized();
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? RECENT_PAGE);
		const [start, end] = [query.get("startAt") ?? "", query.get("endAt") ?? "9999"];
		const found = own()
			.filter((each) => each.id < before)
			.filter(({ createdAt }) => createdAt.slice(0, 10) >= start && createdAt.slice(0, 10) <= end)
			.reverse();
		const clinics = found.slice(0, limit).map(asApplication);
		return HttpResponse.json({ clinics, next: found.length > limit ? (clinics.at(-1)?.id ?? null) : null });
	}),
	http.post("/patients/tcis", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { institutionId, ...person } = await request.json();
		const institution = INSTITUTIONS.find((each) => each.id === institutionId);
		if (!institution || clinicDb.closed.has(institutionId)) {
			return problem(422, "not_selectable", "이 치과는 지금 신청을 받지 않아요.");
		}
		const agreed = db.consents.some(
			({ kind, recipient, withdrawnAt }) =>
				kind === "provide" &&
				recipient?.kind === "clinic" &&
				recipient.id === institution.id &&
				withdrawnAt === null,
		);
		const isHealthAgreed = db.consents.some(
			({ kind, withdrawnAt }) => kind === "health" && withdrawnAt === null,
		);
		if (!agreed || !isHealthAgreed) return problem(403, "consent_required", "정보 제공에 동의해 주세요.");
		const key = request.headers.get("Idempotency-Key") ?? "";
		const earlier = clinicDb.applications.find((each) => each.id === applicationsByKey.get(key));
		const clinic = earlier ?? newApplication({ ...person, gender: person.gender ?? null }, db.patient.id);
		clinic.institution = institution;
		applicationsByKey.set(key, clinic.id);
		return HttpResponse.json({ clinic: asApplication(clinic) }, { status: 201 });
	}),
	http.get("/patients/tcis/{id}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const clinic = own().find((each) => each.id === Number(params.id));
		for (const each of db.notifications) {
			if (each.link === `/apply-history/${params.id}`) each.readAt ??= new Date().toISOString();
		}
		return clinic ? HttpResponse.json({ clinic: asApplication(advanceReading(clinic)) }) : notFound();
	}),
	http.put("/patients/tcis/{id}", async ({ request, params }) => {
		const clinic = own().find((each) => each.id === Number(params.id));
		if (!clinic) return notFound();
		const { status, name, birth, gender, phoneNumber } = await request.json();
		const allowed = status === -1 ? clinic.status === 0 || clinic.status === 1 : clinic.status === 0;
		if (!allowed) return problem(409, "illegal_transition", "지금은 바꿀 수 없는 신청이에요.");
		if (status === -1) clinic.status = -1;
		else if (name && birth && phoneNumber) {
			clinic.patientInstitution = { name, birth, gender: gender ?? null, phoneNumber };
		}
		return HttpResponse.json({ clinic: asApplication(clinic) });
	}),
	http.get("/patients/tcis/{id}/tci/{tciId}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const clinic = own().find((each) => each.id === Number(params.id));
		const tci = [clinic?.beforeTci, clinic?.afterTci].find((each) => each?.id === Number(params.tciId));
		if (!clinic || !tci) return notFound();
		const shown =
			tci.status === 2 || !tci.tciPicture ? tci : { ...tci, tciPicture: { ...tci.tciPicture, score: null } };
		const phase = tci.id === clinic.beforeTci?.id ? "before" : "after";
		return HttpResponse.json({ tci: { ...shown, phase, clinicName: clinic.institution.name } });
	}),
	http.get("/patients/invites/{code}", ({ params }) => {
		const invite = clinicDb.invites.find((each) => each.code === params.code);
		if (!invite) return problem(404, "invalid_invite", "쓸 수 없는 초대예요.");
		return HttpResponse.json({ institution: OWN_INSTITUTION });
	}),
	http.post("/patients/walk-ins", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { code, personId } = await request.json();
		if (code !== "4g7k2m9x0abc")
			return problem(404, "invalid_token", "링크가 올바르지 않거나 시간이 지났어요.");
		const clinic = own().at(-1);
		if (!clinic || (personId && personId !== clinic.person?.id)) {
			return problem(422, "validation", "방문할 때 적은 이름이나 생년월일과 달라요.");
		}
		return HttpResponse.json({ clinic: asApplication(clinic) });
	}),
	http.post("/patients/accept-invite", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { code } = await request.json();
		const invite = clinicDb.invites.find((each) => each.code === code);
		if (!invite) return problem(404, "invalid_invite", "쓸 수 없는 초대예요.");
		if (invite.uses >= invite.maxUses) return problem(409, "invite_used_up", "이미 쓴 초대예요.");
		invite.uses += 1;
		return HttpResponse.json({ institutionId: OWN_INSTITUTION.id });
	}),
];
