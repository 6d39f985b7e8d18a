import { HttpResponse } from "msw";
import type * as T from "~/ops/types";
import { http } from "./http";
import { opsForbidden } from "./ops";
import { may, newOpsId, note, opsDb } from "./ops-db";
import { ago } from "./ops-seeds";
import { notFound } from "./responses";

function change(action: string, version: string | null, reason: string, forced = false) {
	if (!may("change_model")) return opsForbidden();
	const made = {
		id: newOpsId(),
		action,
		version,
		forced,
		state: "done",
		detail: null,
		reason,
		at: ago(0),
		finishedAt: ago(0),
	};
	opsDb.changes.unshift(made);
	if (action === "promote") {
		for (const each of opsDb.versions) {
			if (each.state === "deployed") each.state = "former";
			if (each.version === version) each.state = "deployed";
		}
	}
	note(`model_${action}`, version ?? "", reason);
	return HttpResponse.json<{ change: T.ModelChange }>({ change: made }, { status: 202 });
}

/** The operators' payments and model versions. */
export const opsService = [
	http.get("/ops/payments", () =>
		may("read_payments") ? HttpResponse.json({ findings: opsDb.findings, unsettled: 2 }) : opsForbidden(),
	),
	http.post("/ops/payments/{tenantId}/findings/{id}/resolve", async ({ params, request }) => {
		const finding = opsDb.findings.find(({ id }) => id === Number(params.id));
		if (!finding) return notFound();
		opsDb.findings = opsDb.findings.filter((each) => each !== finding);
		note("finding_resolved", `finding ${finding.id}`, (await request.json()).note, finding.tenant);
		return HttpResponse.json({ finding } as never);
	}),
	http.get("/ops/settlements", ({ query }) =>
		HttpResponse.json({
			month: query.get("month") ?? "",
			settlements: [
				{
					tenantId: 1,
					tenant: "hyeobom",
					day: `${query.get("month")}-12`,
					count: 4,
					amount: 48_000,
					fee: 1_584,
					paidOut: 46_416,
				},
			],
		}),
	),
	http.get("/ops/model", () =>
		HttpResponse.json({
			deployed: opsDb.versions.find(({ state }) => state === "deployed")?.version ?? null,
			since: ago(600_000),
			shadow: null,
			canRollBack: true,
			versions: opsDb.versions,
			readAt: ago(30),
			changes: opsDb.changes,
		}),
	),
	http.post("/ops/model/promote", async ({ request }) => {
		const { version, reason, force } = await request.json();
		return change("promote", version, reason, force);
	}),
	http.post("/ops/model/shadow", async ({ request }) => {
		const { version, reason } = await request.json();
		return change("shadow", version, reason);
	}),
	http.post("/ops/model/rollback", async ({ request }) => {
		const { version, reason } = await request.json();
		return change("rollback", version, reason);
	}),
	http.get("/ops/model/agreement", () =>
		HttpResponse.json({
			agreements: [
				{
					tenantId: 1,
					tenant: "hyeobom",
					clinicId: 11,
					clinic: "서울밝은치과",
					version: "2026-11-02",
					day: "2026-11-25",
					analyses: 214,
					sameCells: 0.836,
					kappa: 0.71,
					kappaLow: 0.66,
					kappaHigh: 0.76,
					meanDifference: -1.2,
				},
			],
		}),
	),
];
