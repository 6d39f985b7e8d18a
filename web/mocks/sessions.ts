import { HttpResponse, http } from "msw";
import type { PatientSession } from "~/lib/api/types";
import { API, problem } from "./answers";
import { ACCOUNT, CREDENTIAL } from "./db";

/** The proof that the pretended text message's code is answered with. */
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

/** Where the one person is signed in, and whether that was confirmed to be the account's owner. */
export const sessionDb = { sessions: seeds(), isConfirmed: false };

export function resetSessionDb(): void {
	Object.assign(sessionDb, { sessions: seeds(), isConfirmed: false });
}

const isPerson = (request: Request) => request.headers.get("Authorization") === `Bearer ${CREDENTIAL}`;
const refused = () => problem(401, "unauthorized", "로그인이 필요해요.");
const done = () => new HttpResponse(null, { status: 204 });
const wrongPassword = () =>
	problem(422, "validation", "입력한 내용을 확인해 주세요.", [
		{ field: "password", code: "mismatch", message: "비밀번호가 올바르지 않아요." },
	]);

/** Sessions, and what needs a confirmation. */
export const sessions = [
	http.post(`${API}/patients/auth/logout`, done),
	http.post<never, { password?: string; phoneToken?: string }>(
		`${API}/patients/auth/confirm`,
		async ({ request }) => {
			if (!isPerson(request)) return refused();
			const { password, phoneToken } = await request.json();
			sessionDb.isConfirmed = phoneToken === PHONE_TOKEN || password === ACCOUNT.password;
			return sessionDb.isConfirmed ? done() : wrongPassword();
		},
	),
	http.delete(`${API}/patients/me`, ({ request }) => {
		if (!isPerson(request)) return refused();
		return sessionDb.isConfirmed
			? done()
			: problem(403, "confirmation_required", "본인임을 먼저 확인해 주세요.");
	}),
	http.get(`${API}/patients/sessions`, ({ request }) =>
		isPerson(request) ? HttpResponse.json({ sessions: sessionDb.sessions }) : refused(),
	),
	http.delete<{ id: string }>(`${API}/patients/sessions/:id`, ({ request, params }) => {
		if (!isPerson(request)) return refused();
		sessionDb.sessions = sessionDb.sessions.filter(({ id }) => id !== Number(params.id));
		return done();
	}),
	http.delete(`${API}/patients/sessions`, ({ request }) => (isPerson(request) ? done() : refused())),
];
