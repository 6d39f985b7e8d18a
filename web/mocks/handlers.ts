import { HttpResponse, http } from "msw";
import builtIn from "~/features/legal/built-in-model.json";
import type { Rect, Tci } from "~/lib/api/types";
import { accessDesk } from "./access-desk";
import { API, problem } from "./answers";
import { applications } from "./applications";
import { clinic } from "./clinic";
import { INSTITUTIONS } from "./clinic-seeds";
import { corrections } from "./corrections";
import { ACCOUNT, CREDENTIAL, db, HOLDER, nextScores, SMS_CODE, TENANT, tciOf } from "./db";
import { healthConsents } from "./health-consents";
import { insurance } from "./insurance";
import { INSURERS } from "./insurance-db";
import { claimsDesk } from "./insurance-desk";
import { paymentsDesk } from "./payments-desk";
import { people } from "./people";
import { drawPhoto, PHOTO_PATH } from "./photo";
import { profile } from "./profile";
import { rights } from "./rights";
import { PHONE_TOKEN, sessions } from "./sessions";
import { ways } from "./ways";

const STORAGE = "https://storage.hyeobom.example";
const MISSING_ID = 404;

function signIn(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server's answer would set it
	document.cookie = `authorization=${CREDENTIAL}; Path=/; Max-Age=86400; SameSite=Lax`;
}

const isPerson = (request: Request) => request.headers.get("Authorization") === `Bearer ${CREDENTIAL}`;
const refused = () => problem(401, "no_session", "로그인이 필요해요.");

/** One look at a check: a pending one is read after it was asked about a few times. */
function look(tci: Tci): Tci {
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
	http.get(`${API}/tenant`, () => HttpResponse.json({ tenant: TENANT })),
	http.get(`${API}/model`, () => HttpResponse.json({ model: builtIn })),
	http.post<never, typeof ACCOUNT>(`${API}/patients/auth/login`, async ({ request }) => {
		const body = await request.json();
		if (body.loginUserId !== ACCOUNT.loginUserId || body.password !== ACCOUNT.password) {
			return problem(401, "invalid_login", "Invalid login");
		}
		signIn();
		return HttpResponse.json({ patient: db.patient });
	}),
	http.post<never, { name: string; loginUserId: string; phoneNumber: string }>(
		`${API}/patients/auth/signup`,
		async ({ request }) => {
			const { name, loginUserId, phoneNumber } = await request.json();
			db.patient = { ...db.patient, name, loginUserId, phoneNumber };
			db.tcis = [];
			signIn();
			return HttpResponse.json({ patient: db.patient }, { status: 201 });
		},
	),
	http.post(`${API}/patients/phone-codes`, () => new HttpResponse(null, { status: 202 })),
	http.post<never, { code: string }>(`${API}/patients/phone-codes/verify`, async ({ request }) => {
		const { code } = await request.json();
		return code === SMS_CODE
			? HttpResponse.json({ phoneToken: PHONE_TOKEN })
			: problem(422, "code_mismatch", "인증번호가 일치하지 않아요.");
	}),
	http.get(`${API}/patients/me`, ({ request }) =>
		isPerson(request) ? HttpResponse.json({ patient: db.patient }) : refused(),
	),
	http.get(`${API}/patients/valid-id`, ({ request }) => {
		const id = new URL(request.url).searchParams.get("userId");
		return HttpResponse.json({ isValid: id !== ACCOUNT.loginUserId });
	}),
	http.get(`${API}/patients/consents`, ({ request }) =>
		isPerson(request) ? HttpResponse.json({ consents: db.consents }) : refused(),
	),
	http.get(`${API}/patients/consents/withdrawal`, ({ request }) => {
		if (!isPerson(request)) return refused();
		const query = new URL(request.url).searchParams;
		return HttpResponse.json(
			query.get("kind") === "clinic" ? db.endings : { ...db.endings, applications: [] },
		);
	}),
	http.get(`${API}/patients/me/leaving`, ({ request }) =>
		isPerson(request) ? HttpResponse.json(db.endings) : refused(),
	),
	http.put<never, { kind: string; recipient?: { kind: string; id: number } | null; given: boolean }>(
		`${API}/patients/consents`,
		async ({ request }) => {
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
		},
	),
];

const selfChecks = [
	http.post(`${API}/patients/uploads`, () =>
		HttpResponse.json(
			{
				key: "mock/tongue.jpg",
				method: "POST",
				url: STORAGE,
				fields: { key: "mock/tongue.jpg" },
				expiresAt: "",
			},
			{ status: 201 },
		),
	),
	http.post(STORAGE, () => new HttpResponse(null, { status: 204 })),
	http.post<never, { personId?: number | null }>(`${API}/patients/tcis/self-check`, async ({ request }) => {
		const { personId } = await request.json();
		const id = (db.tcis.at(-1)?.id ?? 0) + 1;
		const tci = tciOf(id, new Date().toISOString().slice(0, 10), null);
		const chosen = db.people.find((each) => each.id === personId);
		if (chosen) tci.person = { id: chosen.id, name: chosen.name, relation: chosen.relation };
		db.tcis.push(tci);
		db.waits.set(id, 1);
		return HttpResponse.json({ tci }, { status: 201 });
	}),
	http.get(`${API}/patients/tcis/self-check`, ({ request }) => {
		if (!isPerson(request)) return refused();
		const query = new URL(request.url).searchParams;
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? 20);
		const personId = Number(query.get("personId") ?? HOLDER.id);
		const older = db.tcis.filter((tci) => tci.id < before && tci.person?.id === personId).reverse();
		const tcis = older.slice(0, limit);
		return HttpResponse.json({ tcis, next: older.length > limit ? (tcis.at(-1)?.id ?? null) : null });
	}),
	http.get(`${API}/patients/tcis/self-check/:id`, ({ request, params }) => {
		if (!isPerson(request)) return refused();
		const tci = db.tcis.find((each) => each.id === Number(params.id));
		return tci ? HttpResponse.json({ tci: look(tci) }) : problem(MISSING_ID, "not_found", "찾을 수 없어요.");
	}),
	http.put<{ id: string }, { coordinates?: Rect | null }>(
		`${API}/patients/tcis/self-check/:id/picture`,
		async ({ request, params }) => {
			const id = Number(params.id);
			const tci = db.tcis.find((each) => each.id === id);
			if (!tci?.tciPicture) return problem(MISSING_ID, "not_found", "찾을 수 없어요.");
			const { coordinates } = await request.json();
			const pending = tciOf(id, tci.shootingAt.slice(0, 10), null);
			pending.tciPicture = { ...tci.tciPicture, aiResult: null, coordinates: coordinates ?? null };
			db.tcis = db.tcis.map((each) => (each.id === id ? pending : each));
			db.waits.set(id, 2);
			return HttpResponse.json({ tci: pending });
		},
	),
	http.get(`*${PHOTO_PATH}:name`, ({ params }) => {
		const drawing = drawPhoto(String(params.name).replace(".svg", ""));
		return new HttpResponse(drawing, { headers: { "Content-Type": "image/svg+xml" } });
	}),
];

export const handlers = [
	...account,
	...selfChecks,
	...profile,
	...rights,
	...sessions,
	...people,
	...ways,
	...applications,
	...insurance,
	...claimsDesk,
	...paymentsDesk,
	...accessDesk,
	...healthConsents,
	...clinic,
	...corrections,
];
