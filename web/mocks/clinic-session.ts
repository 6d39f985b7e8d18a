import { HttpResponse, http } from "msw";
import type { StaffStep } from "~/lib/api/types";
import { API, problem } from "./answers";
import { clinicDb } from "./clinic-db";
import { permissionsOf, ROLES } from "./clinic-roles";
import { STAFF_CODE, STAFF_PASSWORD } from "./clinic-seeds";

const IDLE_SECONDS = 1_800;
const RECOVERY_CODES = ["abcde-fghij", "kmnpq-rstuv"];

function nextStep(): StaffStep {
	if (clinicDb.isSecondFactorPending) return "second_factor";
	if (clinicDb.staff.mustChangePassword) return "password";
	return clinicDb.isSecondFactorRequired && !clinicDb.staff.hasSecondFactor ? "second_factor_setup" : null;
}

const answer = () =>
	HttpResponse.json({
		staff: clinicDb.staff,
		next: nextStep(),
		methods: clinicDb.staff.hasSecondFactor ? ["app"] : [],
		idleSeconds: IDLE_SECONDS,
	});
const refused = () => problem(401, "unauthorized", "로그인이 필요해요.");
const left = () => {
	clinicDb.isSignedIn = false;
	return new HttpResponse(null, { status: 204 });
};
const wrongPassword = () =>
	problem(422, "validation", "입력한 내용을 확인해 주세요.", [
		{ field: "currentPassword", code: "mismatch", message: "현재 비밀번호가 맞지 않아요." },
	]);
const wrongCode = () => problem(422, "code_mismatch", "인증번호가 맞지 않아요.");

type Password = { currentPassword?: string; password?: string };
const isCurrent = async (request: Request) =>
	((await request.json()) as Password).currentPassword === STAFF_PASSWORD;

const entry = [
	http.post<never, { loginId: string; password: string }>(
		`${API}/institutions/auth/login`,
		async ({ request }) => {
			const { loginId, password } = await request.json();
			const member = clinicDb.members.find((each) => each.loginId === loginId && each.active);
			if (!member || password !== STAFF_PASSWORD) {
				return problem(401, "invalid_credentials", "아이디 또는 비밀번호가 맞지 않아요.");
			}
			clinicDb.staff = { ...member, permissions: permissionsOf(member.role) };
			clinicDb.isSignedIn = true;
			clinicDb.isSecondFactorPending = member.hasSecondFactor;
			return answer();
		},
	),
	http.post<never, { code: string }>(`${API}/institutions/auth/second-factor`, async ({ request }) => {
		const { code } = await request.json();
		if (code !== STAFF_CODE && !RECOVERY_CODES.includes(code)) return wrongCode();
		clinicDb.isSecondFactorPending = false;
		return answer();
	}),
	http.get(`${API}/institutions/me`, () => (clinicDb.isSignedIn ? answer() : refused())),
	http.post<never, Password>(`${API}/institutions/auth/password`, async ({ request }) => {
		const { currentPassword } = await request.json();
		if (!clinicDb.staff.mustChangePassword && currentPassword !== STAFF_PASSWORD) return wrongPassword();
		clinicDb.staff = { ...clinicDb.staff, mustChangePassword: false };
		return answer();
	}),
	http.post(`${API}/institutions/auth/logout`, left),
	http.delete(`${API}/institutions/auth/sessions`, left),
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
	http.get(`${API}/institutions/auth/sessions`, () => HttpResponse.json({ sessions: SESSIONS })),
	http.delete(`${API}/institutions/auth/sessions/:id`, () => new HttpResponse(null, { status: 204 })),
	http.get(`${API}/institutions/auth/second-factor`, () =>
		HttpResponse.json({
			hasApp: clinicDb.staff.hasSecondFactor,
			passkeys: [],
			isRequired: clinicDb.isSecondFactorRequired,
			recoveryCodesLeft: clinicDb.staff.hasSecondFactor ? RECOVERY_CODES.length : 0,
		}),
	),
	http.post(`${API}/institutions/auth/second-factor/app`, async ({ request }) =>
		(await isCurrent(request))
			? HttpResponse.json({
					secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
					url: "otpauth://totp/Hyeobom:admin01?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Hyeobom",
				})
			: wrongPassword(),
	),
	http.post<never, { code: string }>(
		`${API}/institutions/auth/second-factor/app/confirm`,
		async ({ request }) => {
			if ((await request.json()).code !== STAFF_CODE) return wrongCode();
			clinicDb.staff = { ...clinicDb.staff, hasSecondFactor: true };
			return HttpResponse.json({ recoveryCodes: RECOVERY_CODES });
		},
	),
	http.post(`${API}/institutions/auth/second-factor/recovery-codes`, async ({ request }) =>
		(await isCurrent(request)) ? HttpResponse.json({ recoveryCodes: RECOVERY_CODES }) : wrongPassword(),
	),
	http.post(`${API}/institutions/auth/second-factor/app/remove`, async ({ request }) => {
		if (!(await isCurrent(request))) return wrongPassword();
		clinicDb.staff = { ...clinicDb.staff, hasSecondFactor: false };
		return new HttpResponse(null, { status: 204 });
	}),
	http.get(`${API}/institutions/roles`, () => HttpResponse.json({ roles: ROLES })),
	http.get(`${API}/institutions/security`, () =>
		HttpResponse.json({ secondFactorRequired: clinicDb.isSecondFactorRequired }),
	),
	http.put<never, { secondFactorRequired: boolean }>(`${API}/institutions/security`, async ({ request }) => {
		clinicDb.isSecondFactorRequired = (await request.json()).secondFactorRequired;
		return HttpResponse.json({ secondFactorRequired: clinicDb.isSecondFactorRequired });
	}),
];

/** Sign-in, the own account, roles and the clinic's policy. */
export const staffSession = [...entry, ...account];
