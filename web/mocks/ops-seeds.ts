import type * as T from "~/ops/types";

/** When the offline mode was opened, the base of all its times. */
const NOW = Date.now();
export const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();

export const OPS_PASSWORD = "Hyeobom!2026";
export const OPS_CODE = "000000";
export const OPS_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const READS = ["read_queues", "read_payments", "read_model", "read_directory", "read_retention"];
const OPERATES = [...READS, "change_jobs", "resolve_payments", "read_access_log"];
export const OPS_PERMISSIONS: Record<string, string[]> = {
	viewer: READS,
	operator: OPERATES,
	admin: [...OPERATES, "change_model", "change_directory", "run_retention", "manage_operators"],
};

const operator = (id: number, loginId: string, name: string, role: string): T.Operator => ({
	id,
	loginId,
	name,
	role,
	active: true,
	mustChangePassword: false,
	hasSecondFactor: true,
});
export const OPERATORS: T.Operator[] = [
	operator(1, "ops", "윤서진", "admin"),
	operator(2, "ops02", "강민재", "operator"),
	{ ...operator(3, "ops03", "문하린", "viewer"), hasSecondFactor: false, mustChangePassword: true },
];

const queue = (name: string, change: Partial<T.QueueState>): T.QueueState => ({
	name,
	paused: false,
	pause: null,
	ready: 0,
	running: 0,
	delayed: 0,
	dead: 0,
	isEstimate: false,
	oldestAgeSeconds: 0,
	inPerMinute: 12,
	outPerMinute: 12,
	failuresPerMinute: 0,
	workers: 2,
	...change,
});
export const QUEUES: T.QueueState[] = [
	queue("inference", { ready: 4, running: 2, oldestAgeSeconds: 1, inPerMinute: 46, outPerMinute: 45 }),
	queue("notifications", { ready: 1840, running: 4, dead: 3, oldestAgeSeconds: 312, failuresPerMinute: 7 }),
	queue("payments", { delayed: 8, dead: 1, inPerMinute: 3, outPerMinute: 3 }),
	queue("maintenance", { delayed: 14, workers: 1, inPerMinute: 1, outPerMinute: 1 }),
];

const SMS_ERROR = "sms: the provider did not answer within 10 s";
const job = (id: number, change: Partial<T.Job>): T.Job => ({
	id,
	tenantId: 1,
	tenant: "hyeobom",
	queue: "notifications",
	kind: "send_message",
	state: "dead",
	attempts: 5,
	maxAttempts: 5,
	lastError: SMS_ERROR,
	requestId: `req-${id}-7f3a`,
	createdAt: ago(9_000 - id),
	runAt: ago(8_000 - id),
	startedAt: ago(7_000 - id),
	finishedAt: ago(7_000 - id),
	...change,
});
const REFUND = "refund: the provider answered 503 Service Unavailable";
const fresh = { attempts: 0, lastError: null, startedAt: null, finishedAt: null };
export const JOBS: T.Job[] = [
	job(4717, { state: "ready", queue: "inference", kind: "read_picture", ...fresh }),
	job(4716, {
		state: "running",
		queue: "inference",
		kind: "read_picture",
		attempts: 1,
		lastError: null,
		finishedAt: null,
	}),
	job(4715, { state: "delayed", queue: "maintenance", kind: "sweep", ...fresh, runAt: ago(-1_800) }),
	job(4714, { state: "done", attempts: 1, lastError: null }),
	job(4713, { queue: "payments", kind: "refund_order", lastError: REFUND }),
	job(4712, {}),
	job(4711, {}),
	job(4710, { tenantId: 2, tenant: "bom" }),
];

export const SCHEDULES: T.Schedule[] = [
	{
		name: "sweep_orders",
		queue: "payments",
		words: { key: "every_minutes", minutes: 5 },
		next: ago(-120),
		last: ago(180),
		lastOutcome: "done",
		lastJobId: 4700,
	},
	{
		name: "sweep",
		queue: "maintenance",
		words: { key: "hourly" },
		next: ago(-1_800),
		last: ago(1_800),
		lastOutcome: "done",
		lastJobId: 4690,
	},
	{
		name: "compare_day",
		queue: "payments",
		words: { key: "daily", time: "00:30" },
		next: ago(-30_000),
		last: ago(56_400),
		lastOutcome: "dead",
		lastJobId: 4600,
	},
	{
		name: "compare_experts",
		queue: "maintenance",
		words: { key: "daily", time: "01:30" },
		next: ago(-33_600),
		last: null,
		lastOutcome: null,
		lastJobId: null,
	},
];

const worker = (id: string, host: string, queues: string[], jobs: T.Worker["jobs"]): T.Worker => ({
	id,
	version: "1.4.2",
	host,
	since: ago(93_600),
	lastSeen: ago(2),
	isStopping: false,
	running: jobs.length,
	jobs,
	queues,
});
export const WORKERS: T.Worker[] = [
	worker(
		"w-6f1c",
		"worker-7d9f-x2k",
		["inference", "notifications"],
		[{ id: 4716, queue: "inference", kind: "read_picture", startedAt: ago(3) }],
	),
	worker("w-91ab", "worker-7d9f-p8s", ["inference", "notifications", "payments", "maintenance"], []),
];

const tenant = (id: number, key: string, name: string): T.TenantDetail => ({
	id,
	version: 1,
	key,
	kind: "dental",
	name,
	locale: "ko",
	hosts: [`${key}.example.kr`],
	company: {
		name: `주식회사 ${name}`,
		representative: "홍길동",
		registrationNumber: "000-00-00000",
		address: "서울특별시 중구 세종대로 110",
		phone: "02-1234-5678",
		email: `help@${key}.example.kr`,
	},
	brandColor: "#17594a",
	banner: {
		title: "혀 건강 캠페인",
		text: "3개월에 한 번 확인해요",
		linkUrl: `https://${key}.example.kr/news`,
	},
	subsites: { tci: null, chea: null },
	identityRequired: false,
	residentNumberFull: false,
	mailFrom: `no-reply@${key}.example.kr`,
	smsFrom: "0212345678",
	mobileProvider: null,
	active: true,
	createdAt: ago(8_640_000),
	hasLogo: true,
	hasBannerImage: false,
	legalEdition: "2026-11-01",
});
export const TENANTS: T.TenantDetail[] = [tenant(1, "hyeobom", "혀봄"), tenant(2, "bom", "봄치과네트워크")];
export const CLINICS: T.Clinic[] = [
	{
		id: 11,
		name: "서울밝은치과",
		representativeName: "한지훈",
		address: "서울특별시 종로구 종로 1",
		phoneNumber: "0223456789",
		active: true,
		admins: 1,
		version: 1,
	},
	{
		id: 12,
		name: "바른이치과",
		representativeName: "정유진",
		address: "부산광역시 해운대구 센텀로 9",
		phoneNumber: "0517654321",
		active: true,
		admins: 0,
		version: 1,
	},
];
export const OPS_INSURERS: T.Insurer[] = [
	{ id: 1, name: "한빛생명", position: 1, active: true, version: 1 },
	{ id: 2, name: "푸른손해보험", position: 2, active: false, version: 1 },
];
export const CHANNEL: T.KakaoChannel = {
	pfId: "KA01PF260101",
	templates: { result_ready: "KA01TP260101" },
};
export const ACCOUNTS: T.PaymentAccount[] = [
	{ id: 1, provider: "toss", clientId: "test_ck_7x1", active: true, version: 1, createdAt: ago(4_000_000) },
];

const figures = (overlap: number): T.ModelVersion["figures"] => [
	{ name: "outline_overlap", value: overlap, low: overlap - 0.012, high: overlap + 0.012 },
	{ name: "same_cells", value: 0.842, low: 0.821, high: 0.861 },
	{ name: "index_difference", value: 3.1, low: 2.7, high: 3.6 },
	{ name: "calibration_error", value: 0.021, low: null, high: null },
];
const version = (name: string, state: string, overlap: number): T.ModelVersion => ({
	version: name,
	state,
	dataHash: "3f9a",
	figures: figures(overlap),
	objection: null,
});
export const VERSIONS: T.ModelVersion[] = [
	version("2026-11-02", "deployed", 0.941),
	{
		...version("2026-11-20", "candidate", 0.931),
		objection: { code: "outlines", text: "its outlines are worse on street: 0.931 instead of 0.941" },
	},
	version("2026-09-14", "former", 0.929),
];
