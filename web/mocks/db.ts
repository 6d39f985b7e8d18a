import type { components } from "~/shared/api/schema";
import type {
	AccountPerson,
	AiResult,
	Consent,
	Notification,
	Patient,
	PersonLabel,
	Tci,
	TciPicture,
	Tenant,
} from "~/shared/api/types";
import { photoAddress } from "./photo";

/** The only account of the offline mode. */
export const ACCOUNT = { loginUserId: "hyeobom", password: "hyeobom1!" };
export const CREDENTIAL = "offline-session";

/** Whether a request has the account's credential. */
export const isSignedIn = (request: Request): boolean =>
	request.headers.get("Authorization") === `Bearer ${CREDENTIAL}`;

/** The code in the simulated SMS. */
export const SMS_CODE = "123456";

export const TENANT: Tenant = {
	key: "hyeobom",
	kind: "dental",
	name: "혀봄",
	locale: "ko",
	subSites: { tci: null, chea: null },
	company: {
		name: "주식회사 혀봄",
		representative: "홍길동",
		registrationNumber: "000-00-00000",
		address: "서울특별시 중구 예시로 1",
		phoneNumber: "02-000-0000",
		email: "help@hyeobom.example",
	},
	banner: {
		title: "우리 병원도 함께할까요?",
		text: "제휴 치과 신청하기",
		picture: null,
		url: "https://partner.hyeobom.example/form",
	},
	brandColor: null,
	logo: null,
	identityRequired: false,
	residentDigits: 1,
	assetHost: "",
	active: true,
	social: ["kakao", "naver"],
};

/** The hotel group at `hotel.localhost`. */
export const HOTEL_TENANT: Tenant = {
	...TENANT,
	key: "hanbit",
	name: "Hanbit Amenities",
	locale: "en",
	banner: null,
	kind: "hotel",
};

export const PATIENT: Patient = {
	id: 1,
	name: "김하늘",
	birth: "1991.04.12",
	gender: 1,
	phoneNumber: "01012345678",
	loginUserId: ACCOUNT.loginUserId,
	email: null,
};

/** The account's holder, as in records. */
export const HOLDER: PersonLabel = { id: 501, name: PATIENT.name, relation: "self" };
/** The holder's child, for an account with a family. */
export const CHILD: AccountPerson = {
	id: 502,
	name: "김아이",
	relation: "child",
	birth: "2018.03.01",
	gender: 0,
	consent: "guardian",
	consentAt: "2026-11-01T01:00:00Z",
	missingConsent: null,
	hasRecords: false,
};

/** An account without a family. */
const peopleWithoutFamily = (): AccountPerson[] => [
	{
		...HOLDER,
		birth: PATIENT.birth,
		gender: PATIENT.gender,
		consent: null,
		consentAt: null,
		missingConsent: null,
		hasRecords: true,
	},
];

const PHOTO = { width: 768, height: 1024 };

/** The outline of the drawn tongue, clockwise from its back left. */
const OUTLINE = [
	[214, 330],
	[256, 292],
	[318, 268],
	[384, 260],
	[450, 268],
	[512, 292],
	[554, 330],
	[570, 400],
	[568, 480],
	[556, 560],
	[538, 640],
	[512, 716],
	[474, 778],
	[430, 814],
	[384, 824],
	[338, 814],
	[294, 778],
	[256, 716],
	[230, 640],
	[212, 560],
	[200, 480],
	[198, 400],
];

export function aiResult(scores: number[], createdAt: string): AiResult {
	return {
		scores,
		confidences: scores.map((score, cell) => 0.97 - (score === 1 ? 0.09 : 0) - cell * 0.006),
		unfamiliar: false,
		createdAt,
		modelVersion: "0.1.0",
		grid: { left: 198, top: 260, width: 372, height: 564, angle: 0 },
		splition: Object.fromEntries(OUTLINE.map((point, at) => [String(at), point])),
	};
}

export function picture(scores: number[] | null, createdAt: string): TciPicture {
	return {
		pictureUrl: photoAddress(scores ?? [1, 2, 2, 0, 1, 1, 0, 0, 0]),
		width: scores ? PHOTO.width : null,
		height: scores ? PHOTO.height : null,
		coordinates: null,
		score: null,
		expertOutline: null,
		aiResult: scores ? aiResult(scores, createdAt) : null,
	};
}

/** A check; without scores it is still being read. */
export function tciOf(id: number, date: string, scores: number[] | null): Tci {
	const at = `${date}T01:30:00Z`;
	return {
		id,
		tciNumber: `S-${date.replaceAll("-", "")}-${String(id).padStart(4, "0")}-${id % 10}`,
		person: HOLDER,
		phase: null,
		clinicName: null,
		correction: null,
		status: scores ? 1 : 0,
		shootingAt: at,
		updatedAt: at,
		shootingExpertId: null,
		analysisExpertId: null,
		shootingExpert: null,
		analysisExpert: null,
		comment: "",
		tciPicture: picture(scores, at),
		failure: null,
		version: 1,
	};
}

/** A check of an unfamiliar tongue with this many uncertain cells. */
function unfamiliar(tci: Tci, uncertain: number): Tci {
	const ai = tci.tciPicture?.aiResult;
	if (ai) {
		ai.confidences = ai.confidences.map((each, cell) => (cell < uncertain ? 0.55 : each));
		ai.unfamiliar = true;
	}
	return tci;
}

const LATEST = [1, 2, 2, 0, 1, 1, 0, 0, 0];

/** The consents of a sign-up. */
export const SIGN_UP_CONSENTS: Consent[] = ["terms", "privacy", "age14"].map((kind) => ({
	kind,
	recipient: null,
	version: "2025-01-01",
	givenAt: "2026-09-01T01:00:00Z",
	withdrawnAt: null,
}));

/** A notification without its texts, which are added in the language of each request. */
type NotificationSeed = Omit<Notification, "title" | "body" | "clinic" | "score">;

/** The patient's notifications, newest first. Two are unread. */
export const NOTIFICATIONS: NotificationSeed[] = [
	notificationSeed(4, "result_ready", "/self-check/5", "2026-11-20T01:31:00Z", null),
	notificationSeed(3, "result_failed", "/self-check/4", "2026-11-07T01:31:00Z", null),
	notificationSeed(2, "result_ready", "/self-check/3", "2026-10-21T01:31:00Z", "2026-10-21T02:00:00Z"),
	notificationSeed(1, "result_ready", "/self-check/2", "2026-10-03T01:31:00Z", "2026-10-03T02:00:00Z"),
];

function notificationSeed(
	id: number,
	kind: string,
	link: string,
	createdAt: string,
	readAt: string | null,
): NotificationSeed {
	return { id, kind, link, createdAt, readAt };
}

const noEndings = (): components["schemas"]["EndingsResponse"] => ({
	applications: [],
	claims: [],
	continuingClaims: [],
	unpaidClaims: [],
	refund: 0,
});

const initialDb = () => ({
	patient: { ...PATIENT },
	people: peopleWithoutFamily(),
	/** Ids of people with something in progress, who cannot be removed. */
	openOf: new Set<number>(),
	consents: SIGN_UP_CONSENTS.map((each) => ({ ...each })),
	notifications: NOTIFICATIONS.map((each) => ({ ...each })),
	tcis: [
		unfamiliar(tciOf(1, "2026-09-12", [2, 2, 2, 1, 2, 1, 1, 1, 0]), 6),
		unfamiliar(tciOf(2, "2026-10-03", [2, 2, 2, 1, 1, 1, 1, 0, 0]), 2),
		tciOf(3, "2026-10-21", [1, 2, 1, 1, 1, 1, 0, 0, 0]),
		tciOf(4, "2026-11-07", [2, 2, 2, 1, 1, 1, 0, 0, 0]),
		tciOf(5, "2026-11-20", LATEST),
	],
	/** What the withdrawal of a consent, or the account deletion, cancels. */
	endings: noEndings(),
	/** How many more reads of a check are returned as pending. */
	waits: new Map<number, number>(),
});

/** State of the offline mode, until the page is reloaded. */
export const db = initialDb();

export function resetDb(): void {
	Object.assign(db, initialDb());
}

export function nextScores(): number[] {
	const last = db.tcis.at(-1)?.tciPicture?.aiResult?.scores ?? LATEST;
	return last.map((score, cell) => (cell === db.tcis.length % 9 ? Math.max(0, score - 1) : score));
}
