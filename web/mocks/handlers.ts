import { HttpResponse } from "msw";
import builtIn from "~/patient/features/legal/built-in-model.json";
import type { Tci } from "~/shared/api/types";
import { accessLog } from "./access-log";
import { applications } from "./applications";
import { auth } from "./auth";
import { clinic } from "./clinic";
import { clinicClaims } from "./clinic-claims";
import { clinicRecords } from "./clinic-records";
import { INSTITUTIONS } from "./clinic-seeds";
import { corrections } from "./corrections";
import {
	ACCOUNT,
	CREDENTIAL,
	db,
	HOLDER,
	HOTEL_TENANT,
	isSignedIn,
	nextScores,
	SMS_CODE,
	TENANT,
	tciOf,
} from "./db";
import { healthConsents } from "./health-consents";
import { hotel } from "./hotel";
import { http } from "./http";
import { insurance } from "./insurance";
import { INSURERS } from "./insurance-db";
import { ops } from "./ops";
import { opsDirectory } from "./ops-directory";
import { opsQueues } from "./ops-queues";
import { opsService } from "./ops-service";
import { payments } from "./payments";
import { people } from "./people";
import { drawPhoto, PHOTO_PATH } from "./photo";
import { privacy } from "./privacy";
import { profile } from "./profile";
import { empty, notFound, problem, STORAGE, unauthorized, uploadForm } from "./responses";
import { PHONE_TOKEN, sessions } from "./sessions";

function signIn(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
	document.cookie = `authorization=${CREDENTIAL}; Path=/; Max-Age=86400; SameSite=Lax`;
}

/** A poll of a check: a pending one is read after a few polls. */
function advanceReading(tci: Tci): Tci {
	const waits = db.waits.get(tci.id) ?? 0;
	if (tci.status > 0 || tci.failure || waits === Number.POSITIVE_INFINITY) return tci;
	if (waits > 0) {
		db.waits.set(tci.id, waits - 1);
		return tci;
	}
	const read = tciOf(tci.id, tci.shootingAt.slice(0, 10), nextScores());
	if (read.tciPicture && tci.tciPicture) read.tciPicture.coordinates = tci.tciPicture.coordinates;
	db.tcis = db.tcis.map((each) => (each.id === tci.id ? read : each));
	return read;
}

const account = [
	http.get("/tenant", ({ request }) =>
		HttpResponse.json({ tenant: new URL(request.url).hostname.startsWith("hotel.") ? HOTEL_TENANT : TENANT }),
	),
	http.get("/model", () => HttpResponse.json({ model: builtIn })),
	http.post("/patients/auth/login", async ({ request }) => {
		const body = await request.json();
		if (body.loginUserId !== ACCOUNT.loginUserId || body.password !== ACCOUNT.password) {
			return problem(401, "invalid_login", "Invalid login");
		}
		signIn();
		return HttpResponse.json({ patient: db.patient });
	}),
	http.post("/patients/auth/signup", async ({ request }) => {
		const { name, loginUserId, phoneNumber } = await request.json();
		db.patient = { ...db.patient, name, loginUserId, phoneNumber };
		db.tcis = [];
		signIn();
		return HttpResponse.json({ patient: db.patient }, { status: 201 });
	}),
	http.post("/patients/phone-codes", () => empty(202)),
	http.post("/patients/phone-codes/verify", async ({ request }) => {
		const { code } = await request.json();
		return code === SMS_CODE
			? HttpResponse.json({ phoneToken: PHONE_TOKEN })
			: problem(422, "code_mismatch", "인증번호가 일치하지 않아요.");
	}),
	http.get("/patients/me", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({ patient: db.patient }) : unauthorized(),
	),
	http.get("/patients/valid-id", ({ query }) => {
		const id = query.get("userId");
		return HttpResponse.json({ isValid: id !== ACCOUNT.loginUserId });
	}),
	http.get("/patients/consents", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({ consents: db.consents }) : unauthorized(),
	),
	http.get("/patients/consents/withdrawal", ({ request, query }) => {
		if (!isSignedIn(request)) return unauthorized();
		return HttpResponse.json(
			query.get("kind") === "clinic" ? db.endings : { ...db.endings, applications: [] },
		);
	}),
	http.get("/patients/me/leaving", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json(db.endings) : unauthorized(),
	),
	http.put("/patients/consents", async ({ request }) => {
		const { kind, recipient = null, given } = await request.json();
		const now = new Date().toISOString();
		const standing = db.consents.find(
			(each) =>
				each.kind === kind &&
				each.recipient?.kind === recipient?.kind &&
				each.recipient?.id === recipient?.id &&
				each.withdrawnAt === null,
		);
		if (!given && standing) standing.withdrawnAt = now;
		if (given && !standing)
			db.consents.unshift({
				kind,
				recipient: recipient && {
					kind: recipient.kind === "insurer" ? "insurer" : "clinic",
					id: recipient.id,
					name:
						(recipient.kind === "insurer" ? INSURERS : INSTITUTIONS).find(({ id }) => id === recipient.id)
							?.name ?? "",
				},
				version: "2025-01-01",
				givenAt: now,
				withdrawnAt: null,
			});
		return HttpResponse.json({ consents: db.consents });
	}),
];

const selfChecks = [
	http.post("/patients/uploads", () => uploadForm("jpg")),
	http.untyped.post(STORAGE, () => empty()),
	http.post("/patients/tcis/self-check", async ({ request }) => {
		const { personId } = await request.json();
		const id = (db.tcis.at(-1)?.id ?? 0) + 1;
		const tci = tciOf(id, new Date().toISOString().slice(0, 10), null);
		const chosen = db.people.find((each) => each.id === personId);
		if (chosen) tci.person = { id: chosen.id, name: chosen.name, relation: chosen.relation };
		db.tcis.push(tci);
		db.waits.set(id, 1);
		return HttpResponse.json({ tci }, { status: 201 });
	}),
	http.get("/patients/tcis/self-check", ({ request, query }) => {
		if (!isSignedIn(request)) return unauthorized();
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? 20);
		const personId = Number(query.get("personId") ?? HOLDER.id);
		const older = db.tcis.filter((tci) => tci.id < before && tci.person?.id === personId).reverse();
		const tcis = older.slice(0, limit);
		return HttpResponse.json({ tcis, next: older.length > limit ? (tcis.at(-1)?.id ?? null) : null });
	}),
	http.get("/patients/tcis/self-check/{tciId}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const tci = db.tcis.find((each) => each.id === Number(params.tciId));
		return tci ? HttpResponse.json({ tci: advanceReading(tci) }) : notFound();
	}),
	http.delete("/patients/tcis/self-check/{tciId}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const kept = db.tcis.filter((each) => each.id !== Number(params.tciId));
		if (kept.length === db.tcis.length) return notFound();
		db.tcis = kept;
		return empty();
	}),
	http.put("/patients/tcis/self-check/{tciId}/picture", async ({ request, params }) => {
		const id = Number(params.tciId);
		const tci = db.tcis.find((each) => each.id === id);
		if (!tci?.tciPicture) return notFound();
		const { coordinates } = await request.json();
		const pending = tciOf(id, tci.shootingAt.slice(0, 10), null);
		pending.tciPicture = { ...tci.tciPicture, aiResult: null, coordinates: coordinates ?? null };
		db.tcis = db.tcis.map((each) => (each.id === id ? pending : each));
		db.waits.set(id, 2);
		return HttpResponse.json({ tci: pending });
	}),
	http.untyped.get(`*${PHOTO_PATH}:name`, ({ params }) => {
		const drawing = drawPhoto(String(params.name).replace(".svg", ""));
		return new HttpResponse(drawing, { headers: { "Content-Type": "image/svg+xml" } });
	}),
];

export const handlers = [
	...account,
	...selfChecks,
	...profile,
	...privacy,
	...sessions,
	...people,
	...auth,
	...applications,
	...insurance,
	...clinicClaims,
	...payments,
	...accessLog,
	...healthConsents,
	...clinicRecords,
	...clinic,
	...corrections,
	...hotel,
	...ops,
	...opsQueues,
	...opsService,
	...opsDirectory,
];
