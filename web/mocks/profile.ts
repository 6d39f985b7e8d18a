import { HttpResponse } from "msw";
import type { NotificationSettings, Profile, TermsState } from "~/shared/api/types";
import { db, isSignedIn } from "./db";
import { http } from "./http";
import { notFound, problem, type Schemas, unauthorized } from "./responses";
import { PHONE_TOKEN, sessionDb } from "./sessions";

/** The token of the link in the simulated mail; `/confirm-email/mock-token` opens it. */
export const EMAIL_TOKEN = "mock-token";

type Parts = Omit<Profile, "name" | "phoneNumber" | "email">;
type TermsDb = { settings: NotificationSettings; parts: Parts; terms: TermsState[] };

const initialDb = (): TermsDb => ({
	settings: { alimtalk: true, sms: true, topics: { results: true, applications: true, claims: true } },
	parts: {
		unconfirmedEmail: null,
		nameRequest: null,
		zipcode: "04524",
		address: "서울특별시 중구 시범로 10",
		addressDetail: null,
		changes: [],
	},
	terms: (["terms", "privacy"] as const).map((document) => ({
		document,
		current: "2025-01-01",
		upcoming: null,
		agreed: "2025-01-01",
		needsConsent: false,
	})),
});

/** The patient's profile without the account's fields. */
export let profileDb = initialDb();

export function resetProfileDb(): void {
	profileDb = initialDb();
}

const unconfirmed = () => problem(403, "confirmation_required", "본인임을 먼저 확인해 주세요.");

function response(status = 200) {
	const { name, phoneNumber, email } = db.patient;
	const profile = { name, phoneNumber, email: email ?? null, ...profileDb.parts };
	return HttpResponse.json<Schemas["OwnProfileResponse"]>({ profile }, { status });
}

function record(field: string, proof: string, oldValue: string): void {
	profileDb.parts.changes.unshift({ field, proof, oldValue, changedAt: new Date().toISOString() });
}

/** The profile, notification settings and terms. */
export const profile = [
	http.get("/patients/me/notification-settings", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json(profileDb.settings) : unauthorized(),
	),
	http.put("/patients/me/notification-settings", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		profileDb.settings = (await request.json()) as NotificationSettings;
		return HttpResponse.json(profileDb.settings);
	}),
	http.get("/patients/me/profile", ({ request }) => (isSignedIn(request) ? response() : unauthorized())),
	http.put("/patients/me/address", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		Object.assign(profileDb.parts, await request.json());
		record("address", "session", "서울특별시 중구 ***");
		return response();
	}),
	http.put("/patients/me/phone", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		if (!sessionDb.isConfirmed) return unconfirmed();
		const { phoneNumber, phoneToken } = await request.json();
		if (phoneToken !== PHONE_TOKEN) return problem(422, "validation", "휴대폰 번호를 다시 인증해 주세요.");
		db.patient.phoneNumber = phoneNumber;
		record("phone_number", "code", "010-****-5678");
		return response();
	}),
	http.post("/patients/me/email", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		if (!sessionDb.isConfirmed) return unconfirmed();
		profileDb.parts.unconfirmedEmail = (await request.json()).email;
		return response(202);
	}),
	http.delete("/patients/me/email", ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		if (!sessionDb.isConfirmed) return unconfirmed();
		db.patient.email = null;
		record("email", "session", "h***@example.com");
		return response();
	}),
	http.put("/patients/me/name", ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		db.patient.name = "김새봄";
		record("name", "identity", "김**");
		return response();
	}),
	http.put("/patients/me/name-request", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { name, accepted } = await request.json();
		if (accepted && !sessionDb.isConfirmed) return unconfirmed();
		if (profileDb.parts.nameRequest?.name !== name) return notFound();
		profileDb.parts.nameRequest = null;
		if (accepted) {
			db.patient.name = name;
			record("name", "clinic", "김**");
		}
		return response();
	}),
	http.post("/patients/confirm-email", async ({ request }) => {
		if ((await request.json()).token !== EMAIL_TOKEN) {
			return problem(404, "invalid_token", "쓸 수 없는 링크예요.");
		}
		db.patient.email = profileDb.parts.unconfirmedEmail;
		profileDb.parts.unconfirmedEmail = null;
		return HttpResponse.json({});
	}),
	http.get("/patients/me/terms", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({ documents: profileDb.terms }) : unauthorized(),
	),
	http.put("/patients/me/terms", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { document, effective } = await request.json();
		profileDb.terms = profileDb.terms.map((each) =>
			each.document === document ? { ...each, agreed: effective, needsConsent: false } : each,
		);
		return HttpResponse.json({ documents: profileDb.terms });
	}),
];
