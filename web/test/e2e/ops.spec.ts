// The operators' console on the running product: an account with a second factor, a paused queue, a new tenant with a
// clinic and its first admin, the audit of all this, and a viewer with read-only access.
import type { Locator, Page } from "@playwright/test";
import { codeOf, stepNow } from "./authenticator";
import { DESKTOP, expect, test, type Window } from "./fixtures";
import { enter, giveReason, signIn } from "./operators";
import { WORDS, type Words } from "./ops-words";
import { button, codeFor, dev, digits, opsHost, visit } from "./product";

const HOST = opsHost();
const OWN_PASSWORD = "Journey!2026";
const PAGES = [
	"dead-letters",
	"bulk",
	"schedules",
	"workers",
	"payments",
	"model",
	"tenants",
	"retention",
	"access-log",
	"operators",
];

// Expected errors in the browser's log: a signed-out caller and a used code.
test.use({ expectedFaults: /status of (401|422)/ });

const textbox = (page: Page | Locator, name: string) => page.getByRole("textbox", { name, exact: true });
const row = (page: Page, ...texts: string[]) =>
	texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole("row"));

/** Reads the password that is shown only once. */
async function takePassword(page: Page, words: Words): Promise<string> {
	const dialog = page.getByRole("dialog", { name: words.temporary });
	const password = await textbox(dialog, words.temporary).inputValue();
	await button(dialog, words.noted).click();
	return password;
}

async function fillAll(page: Page | Locator, names: readonly string[], values: readonly string[]) {
	for (const [at, name] of names.entries()) await textbox(page, name).fill(values[at] ?? "");
}

/** Sets up the authenticator app; returns its secret and the time step of the used code. */
async function setUpFactor({ page, look }: Window, words: Words) {
	await visit(page, "/ops/account", HOST);
	await page.getByText(words.off, { exact: true }).waitFor();
	await look("account");
	await button(page, words.setUp).click();
	const dialog = page.getByRole("dialog");
	const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
	await look("factor");
	const step = stepNow();
	await page.locator("[name=code]").fill(codeOf(secret, step));
	await button(dialog, words.confirmFactor).click();
	await page.getByRole("list", { name: words.recovery }).waitFor();
	await look("recovery");
	await button(page, words.recoveryNoted).click();
	await page.getByText(words.on, { exact: true }).waitFor();
	return { secret, step };
}

test("an operator sets a second step up and signs in with a code", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const admin = await openWindow("ops-admin", DESKTOP);
	const own = await openWindow("ops-own", DESKTOP);
	const loginId = `ops${digits(8)}`;
	await signIn(admin, words, "admin", "/ops/operators");
	await button(admin.page, words.add).click();
	await fillAll(admin.page, [words.loginId, words.name], [loginId, "정다온"]);
	await admin.page.getByLabel(words.role).selectOption("admin");
	await admin.look("add-operator");
	await button(admin.page, words.addDo).click();
	const password = await takePassword(admin.page, words);

	const { page, look } = own;
	await visit(page, "/ops", HOST);
	await page.getByRole("heading", { name: words.signIn }).waitFor();
	await expect(page).toHaveTitle(/./);
	await look("sign-in");
	await enter(page, { loginId, password });
	await page.getByRole("heading", { name: words.changePassword }).waitFor();
	await look("temporary-password");
	await page.locator("[name=password]").fill(OWN_PASSWORD);
	await page.locator("[name=verifyPassword]").fill(OWN_PASSWORD);
	await page.locator("[name=verifyPassword]").press("Enter");
	await page.getByRole("heading", { level: 1, name: words.queues }).waitFor();

	const { secret, step } = await setUpFactor(own, words);
	await button(page, words.logOut).click();
	await enter(page, { loginId, password: OWN_PASSWORD });
	await page.getByRole("heading", { name: words.secondStep }).waitFor();
	await page.locator("[name=code]").fill(codeOf(secret, step));
	await button(page, words.confirm).click();
	await page.getByText(words.wrongCode).waitFor();
	await look("used-code");
	await page.locator("[name=code]").fill(codeOf(secret, step + 1));
	await button(page, words.confirm).click();
	await page.getByRole("navigation", { name: words.menu }).waitFor();

	await visit(page, "/ops/audit", HOST);
	await row(page, words.did.operator, loginId).first().waitFor();
	await row(page, words.did.factor, loginId).first().waitFor();
});

/** Requests a phone code like a patient; returns the request id. */
async function askForCode(phoneNumber: string): Promise<string> {
	const answer = await fetch(new URL("/api/v1/patients/phone-codes", dev.web), {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ phoneNumber }),
	});
	expect(answer.ok, `the code is asked for: ${answer.status}`).toBe(true);
	return answer.headers.get("x-request-id") ?? "";
}

async function turnQueue(page: Page, words: Words, verb: "pause" | "resume", reason: string) {
	await visit(page, "/ops", HOST);
	const card = page.getByRole("article", { name: words.notifications });
	await card.getByRole("button", { name: words[verb] }).click();
	await giveReason(page, words, reason, words[verb]);
}

test("a paused queue holds its work until it is resumed", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const admin = await openWindow("ops-queues", DESKTOP);
	const { page, look } = admin;
	const phone = `010${digits(8)}`;
	const [why, whyAgain] = [`vendor ${digits(6)}`, `back ${digits(6)}`];
	const loginId = await signIn(admin, words, "admin");
	await page.getByRole("img", { name: words.chart }).waitFor();
	await look("overview");
	await turnQueue(page, words, "pause", why);
	await page.getByText(words.pausedBy(loginId, why)).waitFor();
	await look("paused");

	const requestId = await askForCode(phone);
	await visit(page, "/ops/jobs?queue=notifications", HOST);
	await look("jobs");
	await page.getByRole("searchbox", { name: words.findJobs }).fill(requestId);
	await page.waitForURL(/[?&]q=/);
	await expect(page.getByRole("table", { name: words.jobs }).getByRole("link")).toHaveCount(1);
	await page.getByRole("table", { name: words.jobs }).getByRole("link").click();
	await page.getByText(requestId).waitFor();
	await expect(page.getByText(words.ready, { exact: true }).first()).toBeVisible();
	await look("waiting-job");
	const job = new URL(page.url()).pathname;

	await turnQueue(page, words, "resume", whyAgain);
	await codeFor(phone);
	await visit(page, job, HOST);
	await page.getByText(words.succeeded, { exact: true }).waitFor();
	await page.getByText(words.done, { exact: true }).first().waitFor();
	await look("job");

	await visit(page, "/ops/audit", HOST);
	await row(page, words.did.paused, why).waitFor();
	await row(page, words.did.resumed, whyAgain).waitFor();
});

/** Creates a tenant with its own host; ends on the tenant's page. */
async function makeTenant({ page, look }: Window, words: Words, key: string, reason: string) {
	await visit(page, "/ops/tenants/new", HOST);
	const company = ["새봄", "홍길동", "123-45-67890", "서울특별시 중구", "02-123-4567", `a@${key}.example`];
	await fillAll(page, [words.tenantKey, words.tenantName, words.hosts], [key, key, `${key}.localhost`]);
	await fillAll(page, words.company, company);
	await fillAll(page, [words.mailFrom, words.smsFrom], [`no-reply@${key}.example`, "021234567"]);
	await textbox(page, words.reason).fill(reason);
	await look("new-tenant");
	await button(page, words.addDo).click();
	await page.waitForURL(/\/ops\/tenants\/\d+$/);
	await page.getByRole("heading", { level: 1, name: key }).waitFor();
}

async function makeClinic({ page, look }: Window, words: Words, reason: string): Promise<string> {
	const clinic = `새봄치과 ${digits(6)}`;
	await button(page, words.addClinic).click();
	const dialog = page.getByRole("dialog");
	await fillAll(dialog, words.clinic, [clinic, "한지훈", "서울특별시 종로구 종로 1", "02-234-5678"]);
	await look("new-clinic");
	await giveReason(page, words, reason, words.addDo);
	await row(page, clinic).waitFor();
	return clinic;
}

/** Connects the tenant's KakaoTalk channel with one template; other messages are still sent as SMS. */
async function connectChannel({ page, look }: Window, words: Words, reason: string) {
	await button(page, words.kakao).click();
	const names = [words.pfId, words.resultReady, words.reason];
	await fillAll(page, names, ["KA01PF260101", "KA01TP260101", reason]);
	await look("kakao-channel");
	await button(page, words.kakaoSave).click();
	await page.getByText(words.connected, { exact: true }).waitFor();
	await expect(textbox(page, words.resultReady)).toHaveValue("KA01TP260101");
}

test("a tenant opens with a clinic whose first admin signs in", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const admin = await openWindow("ops-directory", DESKTOP);
	const { page, look } = admin;
	const key = `sae${digits(8)}`;
	const reason = `contract ${digits(6)}`;
	await signIn(admin, words, "admin");
	await makeTenant(admin, words, key, reason);
	const clinic = await makeClinic(admin, words, reason);
	await row(page, clinic).getByRole("button", { name: words.addAdmin }).click();
	const loginId = `first${digits(6)}`;
	await fillAll(
		page.getByRole("dialog"),
		[words.loginId, words.name, words.reason],
		[loginId, "한지훈", reason],
	);
	await button(page, words.makeAdmin).click();
	const password = await takePassword(page, words);
	await look("tenant");
	await connectChannel(admin, words, reason);

	const { page: first } = await openWindow("ops-first-admin", DESKTOP);
	await visit(first, "/clinic/signin", `${key}.localhost`);
	await enter(first, { loginId, password });
	await first.locator("[name=verifyPassword]").waitFor();

	await visit(page, "/ops/audit", HOST);
	for (const did of ["tenant", "clinic", "admin", "channel"] as const)
		await row(page, words.did[did], reason).first().waitFor();
	await button(page, words.check).click();
	await page.getByText(words.sound).waitFor();
	await look("audit");
});

test("every page of the console is sound", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const admin = await openWindow("ops-page", DESKTOP);
	await signIn(admin, words, "admin");
	for (const name of PAGES) {
		await visit(admin.page, `/ops/${name}`, HOST);
		await admin.page.getByRole("navigation", { name: words.menu }).waitFor();
		await expect(admin.page.locator("[aria-busy=true]")).toHaveCount(0);
		await admin.look(name);
	}
});

test("a viewer looks and changes nothing", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const viewer = await openWindow("ops-viewer", DESKTOP);
	const { page, look } = viewer;
	await signIn(viewer, words, "viewer");
	const card = page.getByRole("article", { name: words.notifications });
	await card.waitFor();
	await expect(card.getByRole("button")).toHaveCount(0);
	await expect(page.getByRole("link", { name: words.audit, exact: true })).toHaveCount(0);
	await look("overview");
	await visit(page, "/ops/jobs", HOST);
	const jobs = page.getByRole("table", { name: words.jobs });
	await jobs.waitFor();
	await expect(jobs.getByRole("checkbox")).toHaveCount(0);
	await jobs.getByRole("link").first().click();
	await page.waitForURL(/\/ops\/jobs\/\d+$/);
	await page.getByRole("heading", { level: 2 }).first().waitFor();
	await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
	await visit(page, "/ops/tenants", HOST);
	await page.getByRole("table").waitFor();
	await expect(page.getByRole("link", { name: words.addTenant })).toHaveCount(0);
	await visit(page, "/ops/retention", HOST);
	await page.getByRole("heading", { level: 2 }).first().waitFor();
	await expect(button(page, words.eraseNow)).toHaveCount(0);
	await visit(page, "/ops/audit", HOST);
	await page.getByText(words.forbidden).waitFor();
});
