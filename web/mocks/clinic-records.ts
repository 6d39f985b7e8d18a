import { HttpResponse } from "msw";
import { countedScores, percentOf } from "~/domain/tci/grade";
import type { StatisticsTotals } from "~/shared/api/types";
import { claimsOf } from "./clinic-claims";
import { asWork, clinicDb, newId } from "./clinic-db";
import { EXPERTS, type Row } from "./clinic-seeds";
import { http } from "./http";
import { pdf } from "./insurance-db";
import { empty, notFound, problem } from "./responses";

const find = (id: unknown) => clinicDb.applications.find((each) => each.id === Number(id));
const nameOf = (row: Row) => row.patientInstitution.name;
const me = () => ({ id: clinicDb.staff.id, name: clinicDb.staff.name });

/** Here, the same name means the same person. */
const visitsOf = (row: Row) =>
	[...clinicDb.applications].reverse().filter((each) => nameOf(each) === nameOf(row));

const worklist = [
	http.get("/institutions/tcis/counts", () => {
		const rows = clinicDb.applications.map(asWork);
		const toDo = rows.filter(({ needsWork }) => needsWork);
		return HttpResponse.json({
			today: rows.filter(({ createdAt }) => createdAt.startsWith("2026-11-20")).length,
			toDo: toDo.length,
			unread: toDo.filter(({ unread }) => unread).length,
			mine: toDo.filter(({ assignee }) => assignee?.id === clinicDb.staff.id).length,
		});
	}),
	http.post("/institutions/tcis/take", async ({ request }) => {
		const { ids } = await request.json();
		const results = ids.map((id) => {
			const row = find(id);
			if (!row) return { id, outcome: "not_found", assignee: null };
			if (row.status !== 0 && row.status !== 1) return { id, outcome: "closed", assignee: row.assignee };
			if (row.assignee && row.assignee.id !== clinicDb.staff.id) {
				return { id, outcome: "assigned", assignee: row.assignee };
			}
			Object.assign(row, { status: 1, unread: false, assignee: me() });
			return { id, outcome: "taken", assignee: me() };
		});
		return HttpResponse.json({ results });
	}),
	http.put("/institutions/tcis/{id}/assignee", async ({ request, params }) => {
		const row = find(params.id);
		if (!row) return notFound();
		const { staffId } = await request.json();
		const analyst = EXPERTS.find(({ id }) => id === staffId);
		row.assignee = analyst ? { id: analyst.id, name: analyst.name } : null;
		return HttpResponse.json({ clinic: asWork(row) });
	}),
];

const records = [
	http.get("/institutions/tcis/people", ({ query }) => {
		const q = query.get("q") ?? "";
		const names = [...new Set(clinicDb.applications.map(nameOf))];
		const people = names.flatMap((name) => {
			const visits = clinicDb.applications.filter((row) => nameOf(row) === name);
			const newest = visits.at(-1);
			if (!newest) return [];
			const { patientInstitution: person } = newest;
			if (!`${name} ${person.phoneNumber} ${person.birth}`.includes(q)) return [];
			const hasAccount = visits.some(({ patientId }) => patientId !== null);
			const lastAt = newest.createdAt;
			return [{ applicationId: newest.id, person, applications: visits.length, lastAt, hasAccount }];
		});
		return HttpResponse.json({ people: people.sort((a, b) => b.applicationId - a.applicationId) });
	}),
	http.get("/institutions/tcis/{id}/record", ({ params }) => {
		const row = find(params.id);
		if (!row) return notFound();
		const clinics = visitsOf(row).map(asWork);
		return HttpResponse.json({ person: row.patientInstitution, clinics, next: null });
	}),
	http.get("/institutions/tcis/{id}/record/claims", ({ params }) => {
		const row = find(params.id);
		return row ? HttpResponse.json({ insuranceClaims: claimsOf(nameOf(row)) }) : notFound();
	}),
	http.get("/institutions/tcis/{id}/report.pdf", ({ params, response }) => {
		const row = find(params.id);
		if (!row) return notFound();
		if (asWork(row).released === 0) return problem(409, "not_released", "아직 공개된 결과가 없어요.");
		return response.untyped(pdf());
	}),
];

const snippets = [
	http.get("/institutions/comment-snippets", () =>
		HttpResponse.json({ snippets: [...clinicDb.snippets].sort((a, b) => a.title.localeCompare(b.title)) }),
	),
	http.post("/institutions/comment-snippets", async ({ request }) => {
		const snippet = { id: newId(), ...(await request.json()) };
		clinicDb.snippets.push(snippet);
		return HttpResponse.json({ snippet }, { status: 201 });
	}),
	http.put("/institutions/comment-snippets/{id}", async ({ request, params }) => {
		const snippet = clinicDb.snippets.find(({ id }) => id === Number(params.id));
		if (!snippet) return notFound();
		Object.assign(snippet, await request.json());
		return empty();
	}),
	http.delete("/institutions/comment-snippets/{id}", ({ params }) => {
		clinicDb.snippets = clinicDb.snippets.filter(({ id }) => id !== Number(params.id));
		return empty();
	}),
];

const mean = (values: number[]): number | null =>
	values.length ? Math.round((values.reduce((sum, one) => sum + one, 0) / values.length) * 10) / 10 : null;

function figuresOf(rows: readonly Row[]): StatisticsTotals {
	const of = (phase: "beforeTci" | "afterTci") =>
		rows.flatMap(({ [phase]: tci }) => {
			const scores = tci?.status === 2 ? countedScores(tci) : null;
			return scores ? [percentOf(scores)] : [];
		});
	const [before, after] = [of("beforeTci"), of("afterTci")];
	return {
		patients: new Set(rows.map(nameOf)).size,
		analyses: before.length + after.length,
		meanBefore: mean(before),
		meanAfter: mean(after),
		meanChange: before.length && after.length ? (mean(after) ?? 0) - (mean(before) ?? 0) : null,
		medianHours: rows.length ? 26.5 : null,
	};
}

const statistics = [
	http.get("/institutions/statistics", ({ query }) => {
		const [start, end] = [query.get("startAt") ?? "", query.get("endAt") ?? "9999"];
		const rows = clinicDb.applications.filter(
			({ createdAt, beforeTci }) =>
				beforeTci?.status === 2 && createdAt.slice(0, 10) >= start && createdAt.slice(0, 10) <= end,
		);
		const total = figuresOf(rows);
		return HttpResponse.json({
			total,
			months: rows.length ? [{ month: "2026-11", ...total }] : [],
			analysts: rows.length ? [{ analyst: { id: 32, name: "한지훈 원장" }, ...total }] : [],
		});
	}),
	http.get(
		"/institutions/statistics/csv",
		() =>
			new HttpResponse("\ufeff월,환자 수\r\n", { headers: { "Content-Type": "text/csv; charset=utf-8" } }),
	),
];

/** Worklist counts and taking, patients' records, snippets, reports and statistics. */
export const clinicRecords = [...worklist, ...records, ...snippets, ...statistics];
