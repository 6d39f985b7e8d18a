import type { AccessLogEntry, AccessLogMonth } from "~/shared/api/types";

const NURSE = { id: 31, loginId: "nurse01", name: "정유진 치위생사" };
const ADMIN = { id: 32, loginId: "admin01", name: "한지훈 원장" };
const DOCTOR = { id: 33, loginId: "doctor01", name: "문서아 실장" };

type Seed = Pick<AccessLogEntry, "id" | "at" | "action" | "kind"> & Partial<AccessLogEntry>;

const entry = ({ applications = [], insurances = [], ...seed }: Seed): AccessLogEntry => ({
	actor: "staff",
	staff: DOCTOR,
	address: "203.0.113.7",
	applications,
	applicationCount: applications.length,
	insurances,
	insuranceCount: insurances.length,
	reason: null,
	...seed,
});

export const ACCESS_LOG: AccessLogEntry[] = [
	entry({
		id: 9,
		at: "2026-11-20T14:30:05Z",
		action: "application_read",
		kind: "read",
		applications: [{ id: 51, name: "김하늘" }],
	}),
	entry({
		id: 8,
		at: "2026-11-20T05:00:00Z",
		action: "applications_listed",
		kind: "list",
		applications: ["김하늘", "박두리", "이세라"].map((name, at) => ({ id: 51 + at, name })),
		applicationCount: 4,
	}),
	entry({ id: 7, at: "2026-11-19T23:10:00Z", action: "sign_in", kind: "account" }),
	entry({
		id: 6,
		at: "2026-10-30T02:00:00Z",
		action: "document_downloaded",
		kind: "download",
		staff: ADMIN,
		insurances: [{ id: 70, name: "김하늘" }],
		reason: "등기우편 발송",
	}),
	entry({
		id: 5,
		at: "2026-10-29T02:00:00Z",
		action: "document_downloaded",
		kind: "download",
		actor: "patient",
		staff: null,
		insurances: [{ id: 70, name: "김하늘" }],
	}),
	...[4, 3, 2, 1, 0].map((id) =>
		entry({
			id,
			at: `2026-10-28T15:0${id}:00Z`,
			action: "sign_in_failed",
			kind: "account",
			staff: NURSE,
			address: "198.51.100.9",
		}),
	),
];

export const ACCESS_MONTHS: AccessLogMonth[] = [
	{ month: "2026-11", isOver: false, review: null },
	{ month: "2026-10", isOver: true, review: null },
	{
		month: "2026-09",
		isOver: true,
		review: { at: "2026-10-02T01:00:00Z", reviewer: "한지훈 원장", note: "야간 접속은 당직이었어요." },
	},
];
