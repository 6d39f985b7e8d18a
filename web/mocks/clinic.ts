import { HttpResponse } from "msw";
import type { Scoring, Tci } from "~/shared/api/types";
import { advanceReading, asWork, clinicDb, newApplication, replaceTci, takePicture } from "./clinic-db";
import { EXPERTS } from "./clinic-seeds";
import { staffSession } from "./clinic-session";
import { clinicStaff } from "./clinic-staff";
import { http } from "./http";
import { notFound, problem, unauthorized, uploadForm } from "./responses";

const isStaff = () => clinicDb.isSignedIn;
const notAllowed = () => problem(409, "illegal_transition", "지금은 바꿀 수 없는 상태예요.");
const PAGE_SIZE = 20;

const find = (id: unknown) => clinicDb.applications.find((each) => each.id === Number(id));

const work = [
	http.get("/institutions/experts", () => HttpResponse.json({ experts: EXPERTS })),
	http.get("/institutions/tcis", ({ query }) => {
		if (!isStaff()) return unauthorized();
		if (clinicDb.staff.mustChangePassword) {
			return problem(403, "password_change_required", "비밀번호를 먼저 바꿔 주세요.");
		}
		const [status, q] = [query.get("status"), query.get("q") ?? ""];
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? PAGE_SIZE);
		const [start, end] = [query.get("startAt") ?? "", query.get("endAt") ?? "9999"];
		const found = clinicDb.applications
			.filter((each) => each.id < before)
			.filter((each) => status === null || each.status === Number(status))
			.filter((each) => query.get("unread") !== "true" || asWork(each).unread)
			.filter((each) => query.get("toDo") !== "true" || asWork(each).needsWork)
			.filter((each) => query.get("mine") !== "true" || each.assignee?.id === clinicDb.staff.id)
			.filter(({ createdAt }) => createdAt.slice(0, 10) >= start && createdAt.slice(0, 10) <= end)
			.filter(({ patientInstitution: { name, phoneNumber } }) => `${name} ${phoneNumber}`.includes(q))
			.reverse();
		const clinics = found.slice(0, limit).map(asWork);
		return HttpResponse.json({ clinics, next: found.length > limit ? (clinics.at(-1)?.id ?? null) : null });
	}),
	http.post("/institutions/tcis", async ({ request }) => {
		const { gender = null, ...person } = await request.json();
		const clinic = newApplication({ ...person, gender }, null);
		return HttpResponse.json({ clinic: asWork(clinic) }, { status: 201 });
	}),
	http.get("/institutions/tcis/patients/{id}", ({ params }) => {
		const clinics = clinicDb.applications.filter((each) => each.patientId === Number(params.id));
		return HttpResponse.json({ clinics: clinics.map(asWork).reverse(), next: null });
	}),
	http.get("/institutions/tcis/{id}", ({ params }) => {
		if (!isStaff()) return unauthorized();
		const clinic = find(params.id);
		if (!clinic) return notFound();
		clinic.unread = false;
		return HttpResponse.json({ clinic: asWork(advanceReading(clinic)) });
	}),
	http.put("/institutions/tcis/{id}", async ({ request, params }) => {
		const clinic = find(params.id);
		if (!clinic) return notFound();
		const body = await request.json();
		const status = body.status ?? clinic.status;
		const beforeOnly = body.beforeOnly ?? null;
		if (beforeOnly !== null) {
			clinic.beforeOnly = beforeOnly;
			if (beforeOnly && clinic.beforeTci?.status === 2) clinic.status = 2;
			return HttpResponse.json({ clinic: asWork(clinic) });
		}
		const allowed = status === -1 ? clinic.status < 2 && clinic.status >= 0 : status === clinic.status + 1;
		if (!allowed) return notAllowed();
		clinic.status = status;
		if (status === 1) clinic.claimAt = new Date().toISOString();
		return HttpResponse.json({ clinic: asWork(clinic) });
	}),
];

function applyScoring(tci: Tci, attributes: Scoring): Tci {
	const {
		shootingExpertId = null,
		analysisExpertId = null,
		expertScores,
		expertOutline,
		coordinates,
		comment,
	} = attributes;
	const expert = (id: number | null) => EXPERTS.find((each) => each.id === id) ?? null;
	// A crop of a picture that could not be read starts another reading.
	const again = tci.failure !== null && coordinates ? { status: 0, failure: null } : {};
	if ("failure" in again) clinicDb.waits.set(tci.id, 1);
	const score = expertScores ? { scores: expertScores, createdAt: new Date().toISOString() } : null;
	return {
		...tci,
		version: tci.version + 1,
		status: attributes.release ? 2 : tci.status,
		...again,
		shootingExpertId,
		analysisExpertId,
		shootingExpert: expert(shootingExpertId),
		analysisExpert: expert(analysisExpertId),
		comment: comment ?? tci.comment,
		tciPicture: tci.tciPicture && {
			...tci.tciPicture,
			coordinates: coordinates ?? null,
			score: score ?? tci.tciPicture.score,
			expertOutline: expertOutline === undefined ? tci.tciPicture.expertOutline : expertOutline,
		},
	};
}

const scoring = [
	http.post("/institutions/tcis/generate", () => uploadForm("jpg")),
	http.post("/institutions/tcis/{id}/pictures", async ({ request, params }) => {
		const clinic = find(params.id);
		if (!clinic) return notFound();
		if (clinic.status !== 1) return notAllowed();
		const { phase } = await request.json();
		takePicture(clinic, phase);
		return HttpResponse.json({ clinic: asWork(clinic) }, { status: 201 });
	}),
	http.put("/institutions/tcis/{id}/tci/{tciId}", async ({ request, params, response }) => {
		if (!isStaff()) return unauthorized();
		const clinic = find(params.id);
		const tci = [clinic?.beforeTci, clinic?.afterTci].find((each) => each?.id === Number(params.tciId));
		if (!clinic || !tci) return notFound();
		const { version, attributes } = await request.json();
		if (version !== tci.version) {
			const detail = "다른 사람이 먼저 저장했어요.";
			const body = { type: "about:blank", title: detail, status: 409, code: "version_conflict", detail };
			return response(409).json({ ...body, current: tci, savedBy: EXPERTS[2] });
		}
		if (tci.status === 2) return notAllowed();
		if (attributes.release && !tci.tciPicture?.score) {
			return problem(409, "not_scored", "점수를 먼저 저장해 주세요.");
		}
		replaceTci(clinic, applyScoring(tci, attributes));
		const done = clinic.beforeTci?.status === 2 && clinic.afterTci?.status === 2;
		if (done) clinic.status = 2;
		return HttpResponse.json({ clinic: asWork(clinic) });
	}),
];

/** The clinic's console: session, worklist, scoring, staff and invitations. */
export const clinic = [...staffSession, ...clinicStaff, ...work, ...scoring];
