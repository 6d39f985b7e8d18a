import { HttpResponse } from "msw";
import type * as T from "~/ops/types";
import { http } from "./http";
import { opsForbidden } from "./ops";
import { may, newOpsId, note, opsDb } from "./ops-db";
import { ago } from "./ops-seeds";
import { notFound, problem } from "./responses";

/** The notification kinds that can have a template. */
const NOTICES = ["result_ready", "tci_released", "claim_issued"];

const find = (id: unknown) => opsDb.tenants.find((each) => each.id === Number(id));
const summary = ({
	id,
	key,
	name,
	kind,
	hosts,
	locale,
	active,
	createdAt,
}: T.TenantDetail): T.TenantSummary => ({
	id,
	key,
	name,
	kind,
	hosts,
	locale,
	active,
	clinics: id === 1 ? opsDb.clinics.length : 0,
	createdAt,
});

function setTenant(id: unknown, change: Partial<T.TenantDetail>, action: string, reason: string) {
	const tenant = find(id);
	if (!tenant) return notFound();
	Object.assign(tenant, change, { version: tenant.version + 1 });
	note(action, `tenant ${tenant.key}`, reason, tenant.key);
	return HttpResponse.json<{ tenant: T.TenantDetail }>({ tenant });
}

const tenants = [
	http.get("/ops/tenants", () =>
		may("read_directory") ? HttpResponse.json({ tenants: opsDb.tenants.map(summary) }) : opsForbidden(),
	),
	http.post("/ops/tenants", async ({ request }) => {
		if (!may("change_directory")) return opsForbidden();
		const { reason, ...body } = await request.json();
		if (opsDb.tenants.some(({ key }) => key === body.key)) {
			const message = "이미 쓰고 있는 키예요.";
			return problem(422, "validation", message, [{ field: "key", code: "taken", message }]);
		}
		const tenant: T.TenantDetail = {
			...body,
			id: newOpsId(),
			version: 1,
			active: true,
			createdAt: ago(0),
			hasLogo: false,
			hasBannerImage: false,
			legalEdition: "2026-11-01",
		};
		opsDb.tenants.push(tenant);
		note("tenant_added", `tenant ${tenant.key}`, reason, tenant.key);
		return HttpResponse.json({ tenant }, { status: 201 });
	}),
	http.get("/ops/tenants/{id}", ({ params }) => {
		const tenant = find(params.id);
		return tenant ? HttpResponse.json({ tenant }) : notFound();
	}),
	http.put("/ops/tenants/{id}", async ({ params, request }) => {
		const { reason, version: _version, ...body } = await request.json();
		return setTenant(params.id, body, "tenant_changed", reason);
	}),
	http.post("/ops/tenants/{id}/disable", async ({ params, request }) =>
		setTenant(params.id, { active: false }, "tenant_disabled", (await request.json()).reason),
	),
	http.post("/ops/tenants/{id}/enable", async ({ params, request }) =>
		setTenant(params.id, { active: true }, "tenant_changed", (await request.json()).reason),
	),
	http.put("/ops/tenants/{id}/logo", ({ params, query }) =>
		setTenant(params.id, { hasLogo: true }, "tenant_changed", query.get("reason") ?? ""),
	),
	http.delete("/ops/tenants/{id}/logo", ({ params, query }) =>
		setTenant(params.id, { hasLogo: false }, "tenant_changed", query.get("reason") ?? ""),
	),
	http.put("/ops/tenants/{id}/banner", ({ params, query }) =>
		setTenant(params.id, { hasBannerImage: true }, "tenant_changed", query.get("reason") ?? ""),
	),
	http.delete("/ops/tenants/{id}/banner", ({ params, query }) =>
		setTenant(params.id, { hasBannerImage: false }, "tenant_changed", query.get("reason") ?? ""),
	),
];

const clinics = [
	http.get("/ops/tenants/{id}/clinics", ({ params }) =>
		HttpResponse.json({ clinics: Number(params.id) === 1 ? opsDb.clinics : [] }),
	),
	http.post("/ops/tenants/{id}/clinics", async ({ request }) => {
		const { reason, ...body } = await request.json();
		const clinic = { ...body, id: newOpsId(), active: true, admins: 0, version: 1 };
		opsDb.clinics.push(clinic);
		note("clinic_added", `clinic ${clinic.name}`, reason);
		return HttpResponse.json({ clinic }, { status: 201 });
	}),
	http.put("/ops/tenants/{id}/clinics/{clinicId}", async ({ params, request }) => {
		const clinic = opsDb.clinics.find(({ id }) => id === Number(params.clinicId));
		if (!clinic) return notFound();
		const { reason, ...body } = await request.json();
		Object.assign(clinic, body, { version: clinic.version + 1 });
		note("clinic_changed", `clinic ${clinic.name}`, reason);
		return HttpResponse.json({ clinic });
	}),
	http.post("/ops/tenants/{id}/clinics/{clinicId}/admins", async ({ request }) => {
		const { loginId, reason } = await request.json();
		note("clinic_admin_added", `admin ${loginId}`, reason);
		const link = "https://hyeobom.example.kr/clinic/signin";
		return HttpResponse.json(
			{ loginId, temporaryPassword: "Quiet-River-4827!", expiresAt: ago(-259_200), link },
			{ status: 201 },
		);
	}),
];

const others = [
	http.get("/ops/tenants/{id}/insurers", () => HttpResponse.json({ insurers: opsDb.insurers })),
	http.post("/ops/tenants/{id}/insurers", async ({ request }) => {
		const { name, position = 0 } = await request.json();
		const insurer = { id: newOpsId(), name, position, active: true, version: 1 };
		opsDb.insurers.push(insurer);
		return HttpResponse.json({ insurer }, { status: 201 });
	}),
	http.put("/ops/tenants/{id}/insurers/{insurerId}", async ({ params, request }) => {
		const insurer = opsDb.insurers.find(({ id }) => id === Number(params.insurerId));
		if (!insurer) return notFound();
		const { name, position, active } = await request.json();
		Object.assign(insurer, { name, position, active, version: insurer.version + 1 });
		return HttpResponse.json({ insurer });
	}),
	http.get("/ops/tenants/{id}/payment-accounts", () => HttpResponse.json({ accounts: opsDb.accounts })),
	http.post("/ops/tenants/{id}/payment-accounts", async ({ request }) => {
		const { provider, clientId } = await request.json();
		const account = { id: newOpsId(), provider, clientId, active: true, version: 1, createdAt: ago(0) };
		opsDb.accounts.push(account);
		return HttpResponse.json({ account }, { status: 201 });
	}),
	http.put("/ops/tenants/{id}/payment-accounts/{accountId}", async ({ params, request }) => {
		const account = opsDb.accounts.find(({ id }) => id === Number(params.accountId));
		if (!account) return notFound();
		const { clientId, active } = await request.json();
		Object.assign(account, { clientId, active, version: account.version + 1 });
		return HttpResponse.json({ account });
	}),
	http.post("/ops/tenants/{id}/payment-accounts/{accountId}/test", () =>
		HttpResponse.json({ ok: true, outcome: "accepted", detail: null }),
	),
	http.get("/ops/tenants/{id}/kakao-channel", () =>
		may("read_directory") ? HttpResponse.json({ channel: opsDb.channel, kinds: NOTICES }) : opsForbidden(),
	),
	http.put("/ops/tenants/{id}/kakao-channel", async ({ request }) => {
		if (!may("change_directory")) return opsForbidden();
		const { channel, reason } = await request.json();
		opsDb.channel = channel;
		note("channel_changed", "KakaoTalk channel", reason);
		return HttpResponse.json({ channel, kinds: NOTICES });
	}),
];

/** The operators' directory. */
export const opsDirectory = [...tenants, ...clinics, ...others];
