import type {
	CommentSnippet,
	Expert,
	Institution,
	Invite,
	PersonLabel,
	Staff,
	Tci,
	WorkItem,
} from "~/shared/api/types";
import { PERMISSIONS } from "./clinic-roles";
import { HOLDER, PATIENT, picture, tciOf } from "./db";

/** The password of all staff in the offline mode. */
export const STAFF_PASSWORD = "Hyeobom!2026";
/** A valid code of the staff's authenticator apps. */
export const STAFF_CODE = "246810";

/** The clinic whose staff sign in. */
export const OWN_INSTITUTION: Institution = {
	id: 11,
	name: "혀봄치과의원",
	representativeName: "한지훈",
	address: "서울특별시 중구 세종대로 110, 3층",
	phoneNumber: "0212345678",
};
export const INSTITUTIONS: Institution[] = [
	OWN_INSTITUTION,
	{
		id: 12,
		name: "맑은숨치과",
		representativeName: "오세라",
		address: "서울특별시 종로구 종로 33, 2층",
		phoneNumber: "0223456789",
	},
	{
		id: 13,
		name: "바른미소치과병원",
		representativeName: "최은영",
		address: "부산광역시 해운대구 센텀로 25",
		phoneNumber: "0511234567",
	},
];

export const EXPERTS: (Expert & { role: string })[] = [
	{ id: 31, name: "정유진 치위생사", role: "shooting_expert" },
	{ id: 32, name: "한지훈 원장", role: "clinic_admin" },
	{ id: 33, name: "문서아 실장", role: "analysis_expert" },
];

export const STAFF: Staff = {
	id: 32,
	loginId: "admin01",
	name: "한지훈 원장",
	role: "clinic_admin",
	permissions: PERMISSIONS.clinic_admin,
	hasSecondFactor: false,
	institution: OWN_INSTITUTION,
	active: true,
	mustChangePassword: false,
};

export const MEMBERS: Staff[] = [
	{
		id: 31,
		loginId: "nurse01",
		name: "정유진 치위생사",
		role: "shooting_expert",
		permissions: PERMISSIONS.shooting_expert,
		hasSecondFactor: false,
		institution: OWN_INSTITUTION,
		active: true,
		mustChangePassword: false,
	},
	STAFF,
	{
		id: 33,
		loginId: "doctor01",
		name: "문서아 실장",
		role: "analysis_expert",
		permissions: PERMISSIONS.analysis_expert,
		hasSecondFactor: false,
		institution: OWN_INSTITUTION,
		active: true,
		mustChangePassword: true,
	},
];

export type Row = WorkItem;

/** An analysis of an application. Without scores its picture is still being read, without a date it has no picture. */
export function analysis(id: number, date: string | null, scores: number[] | null): Tci {
	const tci = tciOf(id, date ?? "2026-11-20", scores);
	const number = `${scores ? "A" : "B"}-${(date ?? "2026-11-20").replaceAll("-", "")}-${String(id).padStart(4, "0")}-${id % 10}`;
	return {
		...tci,
		tciNumber: number,
		status: date && scores ? 1 : 0,
		tciPicture: date ? tci.tciPicture : null,
	};
}

/** An analysis that an expert has completed. */
export function completeRow(id: number, date: string, ai: number[], own: number[], comment: string): Tci {
	const [shooter, analyst] = [EXPERTS[0] as Expert, EXPERTS[1] as Expert];
	return {
		...analysis(id, date, ai),
		status: 2,
		shootingExpertId: shooter.id,
		analysisExpertId: analyst.id,
		shootingExpert: shooter,
		analysisExpert: analyst,
		comment,
		tciPicture: {
			...picture(ai, `${date}T01:30:00Z`),
			coordinates: { left: 134, top: 292, width: 500, height: 500 },
			score: { scores: own, createdAt: `${date}T03:00:00Z` },
		},
	};
}

interface Seed {
	id: number;
	name: string;
	status: number;
	date: string;
	before: Tci | null;
	after: Tci | null;
	unread?: boolean;
	patientId?: number | null;
}

/** The account's holder, as in applications. */
function personOf(patientId: number | null, name: string): PersonLabel | null {
	if (patientId === null) return null;
	return { id: patientId === PATIENT.id ? HOLDER.id : 1000 + patientId, name, relation: "self" };
}

export function row({ id, name, status, date, before, after, unread = false, patientId = id }: Seed): Row {
	return {
		id,
		kind: patientId === null ? "walk_in" : "application",
		status,
		createdAt: `${date}T00:40:00Z`,
		claimAt: status > 0 ? `${date}T01:00:00Z` : null,
		patientId,
		institution: OWN_INSTITUTION,
		beforeOnly: false,
		inviteCode: null,
		person: personOf(patientId, name),
		patientInstitution: { name, birth: "1991.04.12", gender: 1, phoneNumber: "01012345678" },
		beforeTci: before,
		afterTci: after,
		unread,
		needsWork: status === 0 || status === 1,
		assignee: null,
		photos: [before, after].filter(Boolean).length,
		released: [before, after].filter((tci) => tci?.status === 2).length,
	};
}

export const THICK = [1, 2, 2, 0, 1, 1, 0, 0, 0];
export const THIN = [0, 1, 1, 0, 0, 0, 0, 0, 0];

export const seeds = (): Row[] => [
	row({
		id: 101,
		name: PATIENT.name,
		status: 2,
		date: "2026-11-05",
		before: completeRow(
			201,
			"2026-11-05",
			[2, 2, 2, 1, 2, 1, 0, 1, 0],
			[2, 2, 2, 1, 1, 1, 0, 1, 0],
			"혀 뒤쪽 설태가 두껍습니다.",
		),
		after: completeRow(
			202,
			"2026-11-05",
			[1, 1, 1, 0, 1, 0, 0, 0, 0],
			[1, 1, 1, 0, 0, 0, 0, 0, 0],
			"세척 뒤 크게 줄었습니다.",
		),
		patientId: PATIENT.id,
	}),
	row({
		id: 102,
		name: "최민준",
		status: 1,
		date: "2026-11-19",
		before: analysis(203, "2026-11-19", THICK),
		after: analysis(204, "2026-11-19", THIN),
	}),
	row({
		id: 103,
		name: "박서연",
		status: 1,
		date: "2026-11-19",
		before: null,
		after: null,
		patientId: null,
	}),
	row({
		id: 104,
		name: "이도윤",
		status: 0,
		date: "2026-11-20",
		before: null,
		after: null,
		unread: true,
	}),
	row({
		id: 105,
		name: PATIENT.name,
		status: 1,
		date: "2026-11-20",
		before: analysis(209, "2026-11-20", THICK),
		after: null,
		unread: true,
		patientId: PATIENT.id,
	}),
];

export const SNIPPETS: CommentSnippet[] = [
	{
		id: 401,
		scope: "clinic",
		title: "혀 클리너",
		body: "혀 클리너로 하루 두 번, 안쪽에서 바깥쪽으로 닦아 주세요.",
	},
	{ id: 402, scope: "own", title: "재방문", body: "3개월 뒤에 다시 확인해요." },
];

export const INVITES: Invite[] = [
	{
		code: "k7Qm2xPd",
		url: "http://localhost/invites?code=k7Qm2xPd",
		expiresAt: new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(),
		maxUses: 1,
		uses: 0,
	},
];
