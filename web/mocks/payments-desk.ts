import { HttpResponse, http } from "msw";
import { API, problem } from "./answers";
import { clinicDb } from "./clinic-db";

const PAGE = 20;
const isStaff = () => clinicDb.isSignedIn;
const isAdmin = () => clinicDb.staff.role === "clinic_admin";
const signedOut = () => problem(401, "unauthorized", "로그인이 필요해요.");
const forbidden = () => problem(403, "forbidden", "관리자만 볼 수 있어요.");

/** What was found about the clinic's payments, and what was paid out. */
export const paymentsDesk = [
	http.get(`${API}/institutions/payments/findings`, ({ request }) => {
		if (!isStaff()) return signedOut();
		if (!isAdmin()) return forbidden();
		const query = new URL(request.url).searchParams;
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? PAGE);
		const found = clinicDb.findings.filter(({ id }) => id < before).sort((one, other) => other.id - one.id);
		const findings = found.slice(0, limit);
		const open = clinicDb.findings.filter(({ repairedAt, resolvedAt }) => !(repairedAt || resolvedAt)).length;
		return HttpResponse.json({
			findings,
			open,
			next: found.length > limit ? (findings.at(-1)?.id ?? null) : null,
		});
	}),
	http.get(`${API}/institutions/payments/settlements`, ({ request }) => {
		if (!isStaff()) return signedOut();
		if (!isAdmin()) return forbidden();
		const month = new URL(request.url).searchParams.get("month") ?? "";
		return HttpResponse.json({
			month,
			settlements: clinicDb.settlements.filter(({ day }) => day.startsWith(month)),
		});
	}),
	http.put<{ id: string }, { note: string }>(
		`${API}/institutions/payments/findings/:id`,
		async ({ request, params }) => {
			if (!isStaff()) return signedOut();
			if (!isAdmin()) return forbidden();
			const finding = clinicDb.findings.find(({ id }) => id === Number(params.id));
			if (!finding) return problem(404, "not_found", "찾을 수 없어요.");
			const note = (await request.json()).note.trim();
			if (!note) return problem(422, "validation", "처리한 내용을 적어 주세요.");
			if (finding.repairedAt || finding.resolvedAt) {
				return problem(409, "illegal_transition", "이미 처리된 결제예요.");
			}
			Object.assign(finding, { resolvedAt: new Date().toISOString(), note, needsPerson: false });
			return HttpResponse.json({ finding });
		},
	),
];
