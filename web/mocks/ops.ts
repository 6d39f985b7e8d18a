import { HttpResponse } from "msw";
import type * as T from "~/ops/types";
import { http } from "./http";
import { may, newOpsId, note, opsDb } from "./ops-db";
import { ago, OPS_CODE, OPS_PASSWORD, OPS_PERMISSIONS, OPS_SECRET } from "./ops-seeds";
import { empty, notFound, problem, unauthorized } from "./responses";

const TEMPORARY = "Quiet-River-4827!";
export const opsForbidden = () =>
	opsDb.me === null ? unauthorized() : problem(403, "forbidden", "이 역할로는 할 수 없어요.");

function nextStep(me: T.Operator): string | null {
	if (opsDb.isCodePending) return "second_factor";
	if (me.mustChangePassword) return "password";
	return me.hasSecondFactor || opsDb.environment === "local" ? null : "second_factor_setup";
}

const response = (me: T.Operator) =>
	HttpResponse.json<T.Me>({
		id: me.id,
		loginId: me.loginId,
		name: me.name,
		role: me.role,
		permissions: OPS_PERMISSIONS[me.role] ?? [],
		secondFactor: { required: opsDb.environment !== "local", setUp: me.hasSecondFactor },
		mustChangePassword: me.mustChangePassword,
		next: nextStep(me),
		idleSeconds: 1_800,
		environment: opsDb.environment,
		version: "1.4.2",
	});

const session = [
	http.post("/ops/auth/login", async ({ request }) => {
		const { loginId, password } = await request.json();
		const found = opsDb.operators.find((each) => each.loginId === loginId && each.active);
		if (!found || password !== OPS_PASSWORD) {
			return problem(401, "invalid_credentials", "아이디 또는 비밀번호가 맞지 않아요.");
		}
		opsDb.me = found;
		opsDb.isCodePending = found.hasSecondFactor;
		return response(found);
	}),
	http.get("/ops/auth/me", () => (opsDb.me ? response(opsDb.me) : unauthorized())),
	http.post("/ops/auth/second-factor", async ({ request }) => {
		if (!opsDb.me) return unauthorized();
		if ((await request.json()).code !== OPS_CODE)
			return problem(422, "code_mismatch", "인증번호가 맞지 않아요.");
		opsDb.isCodePending = false;
		note("signed_in", "");
		return response(opsDb.me);
	}),
	http.post("/ops/auth/second-factor/setup", () =>
		HttpResponse.json({ secret: OPS_SECRET, uri: `otpauth://totp/Hyeobom:ops?secret=${OPS_SECRET}` }),
	),
	http.post("/ops/auth/second-factor/confirm", async ({ request }) => {
		if (!opsDb.me) return unauthorized();
		if ((await request.json()).code !== OPS_CODE)
			return problem(422, "code_mismatch", "인증번호가 맞지 않아요.");
		opsDb.me.hasSecondFactor = true;
		return HttpResponse.json({ recoveryCodes: ["abcde-fghij", "kmnpq-rstuv"] });
	}),
	http.put("/ops/auth/password", async ({ request }) => {
		if (!opsDb.me) return unauthorized();
		const { currentPassword } = await request.json();
		if (!opsDb.me.mustChangePassword && currentPassword !== OPS_PASSWORD) {
			const message = "현재 비밀번호가 맞지 않아요.";
			return problem(422, "validation", message, [{ field: "currentPassword", code: "mismatch", message }]);
		}
		opsDb.me.mustChangePassword = false;
		return response(opsDb.me);
	}),
	http.post("/ops/auth/logout", () => {
		opsDb.me = null;
		return empty();
	}),
];

const operators = [
	http.get("/ops/operators", () =>
		may("manage_operators") ? HttpResponse.json({ operators: opsDb.operators }) : opsForbidden(),
	),
	http.post("/ops/operators", async ({ request }) => {
		const { loginId, name, role } = await request.json();
		const operator = {
			id: newOpsId(),
			loginId,
			name,
			role,
			active: true,
			mustChangePassword: true,
			hasSecondFactor: false,
		};
		opsDb.operators.push(operator);
		note("operator_added", `${loginId} (${role})`);
		return HttpResponse.json({ operator, temporaryPassword: TEMPORARY }, { status: 201 });
	}),
	http.put("/ops/operators/{id}", async ({ params, request }) => {
		const operator = opsDb.operators.find(({ id }) => id === Number(params.id));
		if (!operator) return notFound();
		Object.assign(operator, await request.json());
		return HttpResponse.json({ operator, temporaryPassword: null });
	}),
	http.post("/ops/operators/{id}/reset", async ({ params, request }) => {
		const operator = opsDb.operators.find(({ id }) => id === Number(params.id));
		if (!operator) return notFound();
		Object.assign(operator, { mustChangePassword: true, hasSecondFactor: false });
		note("operator_reset", operator.loginId, (await request.json()).reason);
		return HttpResponse.json({ operator, temporaryPassword: TEMPORARY });
	}),
];

const DUE: T.TenantDue[] = [
	{
		tenantId: 1,
		tenant: "hyeobom",
		brokenAt: null,
		classes: [
			{ class: "walk_ins", count: 42, hasMore: false, oldest: ago(31_536_000) },
			{ class: "sessions", count: 1_804, hasMore: false, oldest: ago(2_592_000) },
		],
	},
];

const records = [
	http.get("/ops/audit", ({ query }) => {
		if (!may("read_access_log")) return opsForbidden();
		const action = query.get("action");
		const operatorId = query.get("operatorId");
		const items = opsDb.audit
			.filter((row) => action === null || row.action === action)
			.filter((row) => operatorId === null || row.operatorId === Number(operatorId));
		return HttpResponse.json({
			items,
			nextCursor: null,
			actions: ["signed_in", "job_retried", "queue_paused"],
		});
	}),
	http.get("/ops/audit/check", () =>
		HttpResponse.json({ ok: true, brokenAt: null, rows: opsDb.audit.length, nextCursor: null }),
	),
	http.get("/ops/access-log", ({ query }) => {
		if (!may("read_access_log")) return opsForbidden();
		const person = query.get("person") ?? "";
		const row: T.AccessRow = {
			tenantId: 1,
			tenant: "hyeobom",
			seq: 91,
			at: ago(600),
			action: "application_read",
			kind: "read",
			loginId: "admin01",
			staffName: "한지훈",
			institution: "서울밝은치과",
			clientAddress: "203.0.113.9",
			patients: [{ id: 31, name: "이도윤" }],
			patientCount: 1,
			applications: [203],
			applicationCount: 1,
			claims: [],
			claimCount: 0,
			reason: null,
			requestId: "req-91",
		};
		const items = row.patients[0]?.name?.includes(person) ? [row] : [];
		return HttpResponse.json({ items, nextCursor: null, actions: ["application_read", "claim_read"] });
	}),
	http.get("/ops/access-log/check", ({ query }) =>
		HttpResponse.json({
			month: query.get("month") ?? "",
			ok: true,
			tenants: [{ tenantId: 1, tenant: "hyeobom", brokenAt: null }],
			nextCursor: null,
		}),
	),
	http.get("/ops/access-log/report", ({ query }) =>
		HttpResponse.json({
			month: query.get("month") ?? "",
			tenants: [
				{
					tenantId: 1,
					tenant: "hyeobom",
					brokenAt: null,
					checkedUntil: "2026-10-31",
					actions: [
						{ action: "application_read", count: 1_204 },
						{ action: "sign_in", count: 312 },
					],
					unknownSignIns: 3,
					unreviewed: [12],
					operators: [
						{
							at: ago(90_000),
							loginId: "ops",
							action: "operator_read",
							what: "access_log_searched by person, first day",
							patients: 0,
						},
					],
				},
			],
		}),
	),
	http.get("/ops/retention", () => {
		if (!may("read_retention")) return opsForbidden();
		return HttpResponse.json({ at: ago(0), tenants: DUE, classes: ["walk_ins", "sessions"] });
	}),
	http.post("/ops/retention/run", async ({ request }) => {
		if (!may("run_retention")) return opsForbidden();
		const { reason } = await request.json();
		const id = newOpsId();
		opsDb.runs.unshift({
			id,
			tenant: "hyeobom",
			askedBy: opsDb.me?.loginId ?? null,
			reason,
			startedAt: ago(0),
			finishedAt: ago(0),
			erased: { walk_ins: 42, sessions: 1_804 },
		});
		note("retention_run", "all tenants", reason);
		return HttpResponse.json({ runs: [{ tenant: "hyeobom", runId: id, jobId: 4_720 }] }, { status: 202 });
	}),
	http.get("/ops/retention/runs", () => HttpResponse.json({ runs: opsDb.runs })),
];

/** The operators' sign-in, accounts and records. */
export const ops = [...session, ...operators, ...records];
