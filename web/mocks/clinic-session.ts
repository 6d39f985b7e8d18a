import { HttpResponse } from "msw";
import type { StaffStep } from "~/shared/api/types";
import { clinicDb } from "./clinic-db";
import { permissionsOf, ROLES } from "./clinic-roles";
import { STAFF_CODE, STAFF_PASSWORD } from "./clinic-seeds";
import { http } from "./http";
import { empty, problem, type Schemas, unauthorized } from "./responses";

const IDLE_SECONDS = 1_800;
const RECOVERY_CODES = ["abcde-fghij", "kmnpq-rstuv"];

function nextStep(): StaffStep {
	if (clinicDb.isSecondFactorPending) return "second_factor";
	if (clinicDb.staff.mustChangePassword) return "password";
	return clinicDb.isSecondFactorRequired && !clinicDb.staff.hasSecondFactor ? "second_factor_setup" : null;
}

const response = () =>
	HttpResponse.json<Schemas["StaffSessionResponse"]>({
		staff: clinicDb.staff,
		next: nextStep(),
		methods: clinicDb.staff.hasSecondFactor ? ["app"] : [],
		idleSeconds: IDLE_SECONDS,
	});
const signedOutResponse = () => {
	clinicDb.isSignedIn = false;
	return empty();
};
const wrongPassword = () =>
	problem(422, "validation", "입력한 내용을 확인해 주세요.", [
		{ field: "currentPassword", code: "mismatch", message: "현재 비밀번호가 맞지 않아요." },
	]);
const wrongCode = () => problem(422, "code_mismatch", "인증번호가 맞지 않아요.");

const isCurrent = ({ currentPassword }: Schemas["CurrentPasswordRequest"]) =>
	currentPassword === STAFF_PASSWORD;

const entry = [
	http.post("/institutions/auth/login", async ({ request }) => {
		const { loginId, password } = await request.json();
		const member = clinicDb.members.find((each) => each.loginId === loginId && each.active);
		if (!member || password !== STAFF_PASSWORD) {
			return problem(401, "invalid_credentials", "아이디 또는 비밀번호가 맞지 않아요.");
		}
		clinicDb.staff = { ...member, permissions: permissionsOf(member.role) };
		clinicDb.isSignedIn = true;
		clinicDb.isSecondFactorPending = member.hasSecondFactor;
		return response();
	}),
	http.post("/institutions/auth/second-factor", async ({ request }) => {
		const { code } = await request.json();
		if (code !== STAFF_CODE && !RECOVERY_CODES.includes(code)) return wrongCode();
		clinicDb.isSecondFactorPending = false;
		return response();
	}),
	http.get("/institutions/me", () => (clinicDb.isSignedIn ? response() : unauthorized())),
	http.post("/institutions/auth/password", async ({ request }) => {
		const { currentPassword } = await request.json();
		if (!clinicDb.staff.mustChangePassword && currentPassword !== STAFF_PASSWORD) return wrongPassword();
		clinicDb.staff = { ...clinicDb.staff, mustChangePassword: false };
		return response();
	}),
	http.post("/institutions/auth/logout", signedOutResponse),
	http.delete("/institutions/auth/sessions", signedOutResponse),
];

const SESSIONS = [
	{
		id: 1,
		current: true,
		createdAt: "2026-11-20T01:00:00Z",
		lastUsedAt: "2026-11-20T02:00:00Z",
		address: "203.0.113.9",
		browser: "chrome",
		platform: "windows",
	},
	{
		id: 2,
		current: false,
		createdAt: "2026-11-19T23:10:00Z",
		lastUsedAt: "2026-11-20T01:40:00Z",
		address: "203.0.113.77",
		browser: "safari",
		platform: "ios",
	},
];

const account = [
	http.get("/institutions/auth/sessions", () => HttpResponse.json({ sessions: SESSIONS })),
	http.delete("/institutions/auth/sessions/{id}", () => empty()),
	http.get("/institutions/auth/second-factor", () =>
		HttpResponse.json({
			hasApp: clinicDb.staff.hasSecondFactor,
			passkeys: [],
			isRequired: clinicDb.isSecondFactorRequired,
			recoveryCodesLeft: clinicDb.staff.hasSecondFactor ? RECOVERY_CODES.length : 0,
		}),
	),
	http.post("/institutions/auth/second-factor/app", async ({ request }) =>
		isCurrent(await request.json())
			? HttpResponse.json({
					secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
					url: "otpauth://totp/Hyeobom:admin01?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Hyeobom",
				})
			: wrongPassword(),
	),
	http.post("/institutions/auth/second-factor/app/confirm", async ({ request }) => {
		if ((await request.json()).code !== STAFF_CODE) return wrongCode();
		clinicDb.staff = { ...clinicDb.staff, hasSecondFactor: true };
		return HttpResponse.json({ recoveryCodes: RECOVERY_CODES });
	}),
	http.post("/institutions/auth/second-factor/recovery-codes", async ({ request }) =>
		isCurrent(await request.json()) ? HttpResponse.json({ recoveryCodes: RECOVERY_CODES }) : wrongPassword(),
	),
	http.post("/institutions/auth/second-factor/app/remove", async ({ request }) => {
		if (!isCurrent(await request.json())) return wrongPassword();
		clinicDb.staff = { ...clinicDb.staff, hasSecondFactor: false };
		return empty();
	}),
	http.get("/institutions/roles", () => HttpResponse.json({ roles: ROLES })),
	http.get("/institutions/security", () =>
		HttpResponse.json({ secondFactorRequired: clinicDb.isSecondFactorRequired }),
	),
	http.put("/institutions/security", async ({ request }) => {
		clinicDb.isSecondFactorRequired = (await request.json()).secondFactorRequired;
		return HttpResponse.json({ secondFactorRequired: clinicDb.isSecondFactorRequired });
	}),
];

/** Sign-in, the user's account, roles and the clinic's policy. */
export const staffSession = [...entry, ...account];
