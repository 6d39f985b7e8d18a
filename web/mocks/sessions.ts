import { HttpResponse } from "msw";
import type { PatientSession } from "~/shared/api/types";
import { ACCOUNT, isSignedIn } from "./db";
import { http } from "./http";
import { empty, problem, unauthorized } from "./responses";

/** The proof returned for the simulated SMS code. */
export const PHONE_TOKEN = "phone";

const seeds = (): PatientSession[] => [
	{
		id: 72,
		browser: "chrome",
		platform: "android",
		network: "203.0.113.*",
		createdAt: "2026-11-26T00:10:00Z",
		lastUsedAt: "2026-11-26T01:00:00Z",
		current: true,
	},
	{
		id: 71,
		browser: "kakaotalk",
		platform: "ios",
		network: "198.51.100.*",
		createdAt: "2026-11-25T12:00:00Z",
		lastUsedAt: "2026-11-25T13:30:00Z",
		current: false,
	},
];

/** The patient's sessions, and whether the current one has a confirmation. */
export const sessionDb = { sessions: seeds(), isConfirmed: false };

export function resetSessionDb(): void {
	Object.assign(sessionDb, { sessions: seeds(), isConfirmed: false });
}

const done = () => empty();
const wrongPassword = () =>
	problem(422, "validation", "입력한 내용을 확인해 주세요.", [
		{ field: "password", code: "mismatch", message: "비밀번호가 올바르지 않아요." },
	]);

/** Sessions, and the endpoints that require a confirmation. */
export const sessions = [
	http.post("/patients/auth/logout", done),
	http.post("/patients/auth/confirm", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { password, phoneToken } = await request.json();
		sessionDb.isConfirmed = phoneToken === PHONE_TOKEN || password === ACCOUNT.password;
		return sessionDb.isConfirmed ? done() : wrongPassword();
	}),
	http.delete("/patients/me", ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		return sessionDb.isConfirmed
			? done()
			: problem(403, "confirmation_required", "본인임을 먼저 확인해 주세요.");
	}),
	http.get("/patients/sessions", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({ sessions: sessionDb.sessions }) : unauthorized(),
	),
	http.delete("/patients/sessions/{id}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		sessionDb.sessions = sessionDb.sessions.filter(({ id }) => id !== Number(params.id));
		return done();
	}),
	http.delete("/patients/sessions", ({ request }) => (isSignedIn(request) ? done() : unauthorized())),
];
