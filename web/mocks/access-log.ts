import { HttpResponse } from "msw";
import { inKorea } from "~/shared/lib/korea";
import { clinicDb } from "./clinic-db";
import { http } from "./http";
import { notFound, problem, unauthorized } from "./responses";

const PAGE_SIZE = 20;
const ALREADY_REVIEWED =
	"이 달의 점검은 이미 끝났어요. 점검은 한 번만 남길 수 있어 적은 내용은 저장되지 않았어요. 필요하면 복사해 두세요.";

/** The problem if the caller may not read the log. */
function refusal() {
	if (!clinicDb.isSignedIn) {
		return unauthorized();
	}
	return clinicDb.staff.role === "clinic_admin" ? null : problem(403, "forbidden", "관리자만 볼 수 있어요.");
}

const dayOf = (at: string) => inKorea(new Date(at)).toISOString().slice(0, 10);

/** The counts of each staff member in a month. */
function membersOf(month: string) {
	return clinicDb.members.flatMap(({ id, loginId, name, active }) => {
		const own = clinicDb.accessLog.filter(({ at, staff }) => staff?.id === id && dayOf(at).startsWith(month));
		if (own.length === 0) return [];
		const count = (kind: string) => own.filter((entry) => entry.kind === kind).length;
		const failed = own.filter(({ action }) => action === "sign_in_failed").length;
		const isNight = (at: string) => (inKorea(new Date(at)).getUTCHours() + 2) % 24 < 8;
		return {
			staff: { id, loginId, name },
			active,
			signIns: own.filter(({ action }) => action === "sign_in").length,
			failedSignIns: failed,
			addresses: new Set(own.map(({ address }) => address)).size,
			lists: count("list"),
			reads: count("read"),
			changes: count("change"),
			downloads: count("download"),
			records: own.flatMap(({ applications, insurances }) => [...applications, ...insurances]).length,
			atNight: own.filter(({ at, kind }) => kind !== "list" && isNight(at)).length,
		};
	});
}

/** The summary of a month, with the result of the nightly checks. */
const reportOf = (month: (typeof clinicDb.accessMonths)[number]) => ({
	month,
	members: membersOf(month.month),
	sound: clinicDb.accessLogIsSound,
	checkedUntil: clinicDb.accessLogCheckedUntil,
});

/** The clinic's access log. */
export const accessLog = [
	http.get("/institutions/access-log", ({ query }) => {
		const refused = refusal();
		if (refused) return refused;
		const param = (name: "kind" | "staffId" | "startAt" | "endAt" | "q") => query.get(name) ?? "";
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? PAGE_SIZE);
		const found = clinicDb.accessLog
			.filter(({ id }) => id < before)
			.filter(({ kind }) => (param("kind") ? kind === param("kind") : kind !== "list"))
			.filter(({ staff }) => !param("staffId") || staff?.id === Number(param("staffId")))
			.filter(({ at }) => dayOf(at) >= param("startAt") && dayOf(at) <= (param("endAt") || "9999"))
			.filter(
				({ applications, insurances }) =>
					!param("q") || [...applications, ...insurances].some(({ name }) => name?.includes(param("q"))),
			)
			.sort((one, other) => other.id - one.id);
		const entries = found.slice(0, limit);
		return HttpResponse.json({
			entries,
			next: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
		});
	}),
	http.get(
		"/institutions/access-log/months",
		() => refusal() ?? HttpResponse.json({ months: clinicDb.accessMonths }),
	),
	http.get("/institutions/access-log/months/{month}", ({ params }) => {
		const refused = refusal();
		if (refused) return refused;
		const month = clinicDb.accessMonths.find((each) => each.month === params.month);
		if (!month) return notFound();
		return HttpResponse.json(reportOf(month));
	}),
	http.put("/institutions/access-log/months/{month}", async ({ request, params }) => {
		const refused = refusal();
		if (refused) return refused;
		const month = clinicDb.accessMonths.find((each) => each.month === params.month);
		if (!month) return notFound();
		if (!month.isOver) return problem(409, "illegal_transition", "지금 상태에서는 할 수 없는 일이에요.");
		if (month.review) return problem(409, "already_reviewed", ALREADY_REVIEWED);
		const { note = "" } = await request.json();
		month.review = { at: new Date().toISOString(), reviewer: clinicDb.staff.name, note: note.trim() };
		return HttpResponse.json(reportOf(month));
	}),
];
