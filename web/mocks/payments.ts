import { HttpResponse } from "msw";
import { clinicDb } from "./clinic-db";
import { http } from "./http";
import { notFound, problem, unauthorized } from "./responses";

const PAGE_SIZE = 20;
const isStaff = () => clinicDb.isSignedIn;
const isAdmin = () => clinicDb.staff.role === "clinic_admin";
const forbidden = () => problem(403, "forbidden", "관리자만 볼 수 있어요.");

/** The clinic's payment discrepancies and settlements. */
export const payments = [
	http.get("/institutions/payments/findings", ({ query }) => {
		if (!isStaff()) return unauthorized();
		if (!isAdmin()) return forbidden();
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? PAGE_SIZE);
		const found = clinicDb.findings.filter(({ id }) => id < before).sort((one, other) => other.id - one.id);
		const findings = found.slice(0, limit);
		const open = clinicDb.findings.filter(({ repairedAt, resolvedAt }) => !(repairedAt || resolvedAt)).length;
		return HttpResponse.json({
			findings,
			open,
			next: found.length > limit ? (findings.at(-1)?.id ?? null) : null,
		});
	}),
	http.get("/institutions/payments/settlements", ({ query }) => {
		if (!isStaff()) return unauthorized();
		if (!isAdmin()) return forbidden();
		const month = query.get("month") ?? "";
		return HttpResponse.json({
			month,
			settlements: clinicDb.settlements.filter(({ day }) => day.startsWith(month)),
		});
	}),
	http.put("/institutions/payments/findings/{id}", async ({ request, params }) => {
		if (!isStaff()) return unauthorized();
		if (!isAdmin()) return forbidden();
		const finding = clinicDb.findings.find(({ id }) => id === Number(params.id));
		if (!finding) return notFound();
		const note = (await request.json()).note.trim();
		if (!note) return problem(422, "validation", "처리한 내용을 적어 주세요.");
		if (finding.repairedAt || finding.resolvedAt) {
			return problem(409, "illegal_transition", "이미 처리된 결제예요.");
		}
		Object.assign(finding, { resolvedAt: new Date().toISOString(), note, needsPerson: false });
		return HttpResponse.json({ finding });
	}),
];
