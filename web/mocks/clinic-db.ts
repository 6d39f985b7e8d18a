import type {
	Application,
	Expert,
	Institution,
	Invite,
	Staff,
	StaffMember,
	Tci,
	WorkItem,
} from "~/lib/api/types";
import { PATIENT, picture, tciOf } from "./db";
import { photoAddress } from "./photo";

/** The staff of the offline development mode share this password. */
export const STAFF_PASSWORD = "Hyeobom!2026";
export const STAFF_CREDENTIAL = "offline-staff";

export const INSTITUTIONS: Institution[] = [
	{
		id: 11,
		name: "혀봄치과의원",
		representativeName: "한지훈",
		address: "서울특별시 중구 세종대로 110, 3층",
		phoneNumber: "0212345678",
	},
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
const OWN = INSTITUTIONS[0] as Institution;

export const EXPERTS: Expert[] = [
	{ id: 31, name: "정유진 치위생사" },
	{ id: 32, name: "한지훈 원장" },
	{ id: 33, name: "문서아 실장" },
];

const STAFF: Staff = {
	id: 32,
	name: "한지훈 원장",
	role: "clinic_admin",
	institution: OWN,
	mustChangePassword: false,
};

const MEMBERS: StaffMember[] = [
	{
		id: 31,
		loginId: "nurse01",
		name: "정유진 치위생사",
		role: "shooting_expert",
		active: true,
		mustChangePassword: false,
	},
	{
		id: 32,
		loginId: "admin01",
		name: "한지훈 원장",
		role: "clinic_admin",
		active: true,
		mustChangePassword: false,
	},
	{
		id: 33,
		loginId: "doctor01",
		name: "문서아 실장",
		role: "analysis_expert",
		active: true,
		mustChangePassword: true,
	},
];

type Row = Application & { unread: boolean };

/** An analysis of an application; without scores its picture is still being read, without a date there is none. */
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

/** An analysis that an expert has finished. */
export function finished(id: number, date: string, ai: number[], own: number[], comment: string): Tci {
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

function row({ id, name, status, date, before, after, unread = false, patientId = id }: Seed): Row {
	return {
		id,
		kind: patientId === null ? "walk_in" : "application",
		status,
		createdAt: `${date}T00:40:00Z`,
		claimAt: status > 0 ? `${date}T01:00:00Z` : null,
		patientId,
		institution: OWN,
		patientInstitution: { name, birth: "1991.04.12", gender: 1, phoneNumber: "01012345678" },
		beforeTci: before,
		afterTci: after,
		unread,
	};
}

const THICK = [1, 2, 2, 0, 1, 1, 0, 0, 0];
const THIN = [0, 1, 1, 0, 0, 0, 0, 0, 0];

const seeds = (): Row[] => [
	row({
		id: 101,
		name: PATIENT.name,
		status: 2,
		date: "2026-11-05",
		before: finished(
			201,
			"2026-11-05",
			[2, 2, 2, 1, 2, 1, 0, 1, 0],
			[2, 2, 2, 1, 1, 1, 0, 1, 0],
			"혀 뒤쪽 설태가 두껍습니다.",
		),
		after: finished(
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

const INVITES: Invite[] = [
	{
		code: "k7Qm2xPd",
		url: "http://localhost/invites?code=k7Qm2xPd",
		expiresAt: "2026-11-28T00:00:00Z",
		maxUses: 1,
		uses: 0,
	},
];

/** What the clinics' part of the offline mode knows; it lasts for as long as the page. */
export const clinicDb = {
	staff: { ...STAFF },
	members: MEMBERS.map((each) => ({ ...each })),
	applications: seeds(),
	invites: INVITES.map((each) => ({ ...each })),
	/** Clinics that take no applications any more. */
	closed: new Set<number>(),
	/** Reads still to be answered as pending, by analysis. */
	waits: new Map<number, number>(),
	nextId: 300,
};

export function resetClinicDb(): void {
	Object.assign(clinicDb, {
		staff: { ...STAFF },
		members: MEMBERS.map((each) => ({ ...each })),
		applications: seeds(),
		invites: INVITES.map((each) => ({ ...each })),
		nextId: 300,
	});
	clinicDb.closed.clear();
	clinicDb.waits.clear();
}

export const newId = (): number => {
	clinicDb.nextId += 1;
	return clinicDb.nextId;
};

/** A new application, with its two analyses still without pictures. */
export function newApplication(person: Application["patientInstitution"], patientId: number | null): Row {
	const today = new Date().toISOString();
	const made = row({
		id: newId(),
		name: person.name,
		status: patientId === null ? 1 : 0,
		date: today.slice(0, 10),
		before: null,
		after: null,
		patientId,
	});
	const application: Row = {
		...made,
		createdAt: today,
		patientInstitution: person,
		unread: patientId !== null,
	};
	clinicDb.applications.push(application);
	return application;
}

export function replaceTci(application: Row, tci: Tci): void {
	if (application.beforeTci?.id === tci.id) application.beforeTci = tci;
	else application.afterTci = tci;
}

/** A picture for one phase, which makes its analysis where there is none yet; it is read after a look or two. */
export function takePicture(application: Row, phase: string): void {
	const earlier = phase === "before" ? application.beforeTci : application.afterTci;
	const tci = analysis(earlier?.id ?? newId(), new Date().toISOString().slice(0, 10), null);
	const shown = photoAddress(phase === "before" ? THICK : THIN);
	const taken: Tci = {
		...tci,
		version: (earlier?.version ?? 0) + 1,
		tciNumber: earlier?.tciNumber ?? tci.tciNumber,
		tciPicture: tci.tciPicture && { ...tci.tciPicture, pictureUrl: shown },
	};
	if (phase === "before") application.beforeTci = taken;
	else application.afterTci = taken;
	clinicDb.waits.set(taken.id, 1);
}

/** One look at an application: pictures that are waiting are read after they were asked about a few times. */
export function lookAt(application: Row): Row {
	for (const tci of [application.beforeTci, application.afterTci]) {
		if (!tci?.tciPicture || tci.status > 0 || tci.failure) continue;
		const waits = clinicDb.waits.get(tci.id) ?? 0;
		clinicDb.waits.set(tci.id, waits - 1);
		if (waits > 0) continue;
		const scores = application.beforeTci === tci ? THICK : THIN;
		const read = picture(scores, new Date().toISOString());
		replaceTci(application, { ...tci, status: 1, version: tci.version + 1, tciPicture: read });
	}
	return application;
}

/** The row as the patients' and the application's own calls answer it. */
export const asApplication = ({ unread: _unread, ...application }: WorkItem): Application => application;
