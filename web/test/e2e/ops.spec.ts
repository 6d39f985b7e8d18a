// The operators' console on the running product: an account with a second factor, a paused queue, a new tenant with a
// clinic and its first admin, the audit of all this, and a viewer with read-only access.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { codeOf, stepNow } from "./authenticator";
import { DESKTOP, expect, test, type Window } from "./fixtures";
import { enter, giveReason, signIn } from "./operators";
import { TEXTS, type Texts } from "./ops-texts";
import { button, codeFor, dev, digits, opsHost, textbox, visit } from "./product";

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
/** The pages that other journeys of this file check. */
const OTHER_PAGES = ["overview", "jobs", "job", "new-tenant", "tenant", "audit", "account"];
const ROUTES = fileURLToPath(new URL("../../app/ops/routes", import.meta.url));

// Expected errors in the browser's log: a signed-out caller and a used code.
test.use({ expectedFaults: /status of (401|422)/, axeWidths: [390] });

const row = (page: Page, ...texts: string[]) =>
	texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole("row"));

/** Reads the password that is shown only once. */
async function takePassword(page: Page, texts: Texts): Promise<string> {
	const dialog = page.getByRole("dialog", { name: texts.temporary });
	await expect(textbox(dialog, texts.temporary)).toHaveValue(/./);
	const password = await textbox(dialog, texts.temporary).inputValue();
	await button(dialog, texts.noted).click();
	return password;
}

async function fillAll(page: Page | Locator, names: readonly string[], values: readonly string[]) {
	for (const [at, name] of names.entries()) await textbox(page, name).fill(values[at] ?? "");
}

/** Sets up the authenticator app; returns its secret and the time step of the used code. */
async function setUpFactor({ page, checkScreen }: Window, texts: Texts) {
	await visit(page, "/ops/account", HOST);
	await page.getByText(texts.off, { exact: true }).waitFor();
	await checkScreen("account");
	await button(page, texts.setUp).click();
	const dialog = page.getByRole("dialog");
	const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
	await checkScreen("factor");
	const step = stepNow();
	await page.locator("[name=code]").fill(codeOf(secret, step));
	await button(dialog, texts.confirmFactor).click();
	await page.getByRole("list", { name: texts.recovery }).waitFor();
	await checkScreen("recovery");
	await button(page, texts.recoveryNoted).click();
	await page.getByText(texts.on, { exact: true }).waitFor();
	return { secret, step };
}

test("operator_sets_up_second_step_and_signs_in", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const admin = await openWindow("ops-admin", DESKTOP);
	const own = await openWindow("ops-own", DESKTOP);
	const loginId = `ops${digits(8)}`;
	await signIn(admin, texts, "admin", "/ops/operators");
	await button(admin.page, texts.add).click();
	await fillAll(admin.page, [texts.loginId, texts.name], [loginId, "정다온"]);
	await admin.page.getByLabel(texts.role).selectOption("admin");
	await admin.checkScreen("add-operator");
	await button(admin.page, texts.addDo).click();
	const password = await takePassword(admin.page, texts);

	const { page, checkScreen } = own;
	await visit(page, "/ops", HOST);
	await page.getByRole("heading", { name: texts.signIn }).waitFor();
	await expect(page).toHaveTitle(/./);
	await checkScreen("sign-in");
	await enter(page, { loginId, password });
	await page.getByRole("heading", { name: texts.changePassword }).waitFor();
	await checkScreen("temporary-password");
	await page.locator("[name=password]").fill(OWN_PASSWORD);
	await page.locator("[name=verifyPassword]").fill(OWN_PASSWORD);
	await page.locator("[name=verifyPassword]").press("Enter");
	await page.getByRole("heading", { level: 1, name: texts.queues }).waitFor();

	const { secret, step } = await setUpFactor(own, texts);
	await button(page, texts.logOut).click();
	await enter(page, { loginId, password: OWN_PASSWORD });
	await page.getByRole("heading", { name: texts.secondStep }).waitFor();
	await page.locator("[name=code]").fill(codeOf(secret, step));
	await button(page, texts.confirm).click();
	await page.getByText(texts.wrongCode).waitFor();
	await checkScreen("used-code");
	// an unused step that is not over yet
	await page.locator("[name=code]").fill(codeOf(secret, Math.max(step + 1, stepNow())));
	await button(page, texts.confirm).click();
	await page.getByRole("navigation", { name: texts.menu }).waitFor();

	await visit(page, "/ops/audit", HOST);
	await row(page, texts.did.operator, loginId).first().waitFor();
	await row(page, texts.did.factor, loginId).first().waitFor();
});

/** Requests a phone code like a patient; returns the request id. */
async function askForCode(phoneNumber: string): Promise<string> {
	const response = await fetch(new URL("/api/v1/patients/phone-codes", dev.web), {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ phoneNumber }),
	});
	expect(response.ok, `the code is asked for: ${response.status}`).toBe(true);
	return response.headers.get("x-request-id") ?? "";
}

async function turnQueue(page: Page, texts: Texts, verb: "pause" | "resume", reason: string) {
	await visit(page, "/ops", HOST);
	const card = page.getByRole("article", { name: texts.notifications });
	await card.getByRole("button", { name: texts[verb] }).click();
	await giveReason(page, texts, reason, texts[verb]);
}

test("paused_queue_holds_jobs_until_resumed", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const admin = await openWindow("ops-queues", DESKTOP);
	const { page, checkScreen } = admin;
	const phone = `010${digits(8)}`;
	const [why, whyAgain] = [`vendor ${digits(6)}`, `back ${digits(6)}`];
	const loginId = await signIn(admin, texts, "admin");
	await page.getByRole("img", { name: texts.chart }).waitFor();
	await checkScreen("overview");
	await turnQueue(page, texts, "pause", why);
	await page.getByText(texts.pausedBy(loginId, why)).waitFor();
	await checkScreen("paused");

	const requestId = await askForCode(phone);
	await visit(page, "/ops/jobs?queue=notifications", HOST);
	await checkScreen("jobs");
	await page.getByRole("searchbox", { name: texts.findJobs }).fill(requestId);
	await page.waitForURL(/[?&]q=/);
	const jobs = page.getByRole("table", { name: texts.jobs });
	await expect(jobs.getByRole("link")).toHaveCount(1);
	await expect(jobs, "these are the found ones").not.toHaveAttribute("aria-busy", "true");
	await jobs.getByRole("link").click();
	await page.getByText(requestId).waitFor();
	await expect(page.getByText(texts.ready, { exact: true }).first()).toBeVisible();
	await checkScreen("waiting-job");
	const job = new URL(page.url()).pathname;

	await turnQueue(page, texts, "resume", whyAgain);
	await codeFor(phone);
	await visit(page, job, HOST);
	await page.getByText(texts.succeeded, { exact: true }).waitFor();
	await page.getByText(texts.done, { exact: true }).first().waitFor();
	await checkScreen("job");

	await visit(page, "/ops/audit", HOST);
	await row(page, texts.did.paused, why).waitFor();
	await row(page, texts.did.resumed, whyAgain).waitFor();
});

/** Creates a tenant with its own host; ends on the tenant's page. */
async function makeTenant({ page, checkScreen }: Window, texts: Texts, key: string, reason: string) {
	await visit(page, "/ops/tenants/new", HOST);
	const company = ["새봄", "홍길동", "123-45-67890", "서울특별시 중구", "02-123-4567", `a@${key}.example`];
	await fillAll(page, [texts.tenantKey, texts.tenantName, texts.hosts], [key, key, `${key}.localhost`]);
	await fillAll(page, texts.company, company);
	await fillAll(page, [texts.mailFrom, texts.smsFrom], [`no-reply@${key}.example`, "021234567"]);
	await textbox(page, texts.reason).fill(reason);
	await checkScreen("new-tenant");
	await button(page, texts.addDo).click();
	await page.waitForURL(/\/ops\/tenants\/\d+$/);
	await page.getByRole("heading", { level: 1, name: key }).waitFor();
}

async function makeClinic({ page, checkScreen }: Window, texts: Texts, reason: string): Promise<string> {
	const clinic = `새봄치과 ${digits(6)}`;
	await button(page, texts.addClinic).click();
	const dialog = page.getByRole("dialog");
	await fillAll(dialog, texts.clinic, [clinic, "한지훈", "서울특별시 종로구 종로 1", "02-234-5678"]);
	await checkScreen("new-clinic");
	await giveReason(page, texts, reason, texts.addDo);
	await row(page, clinic).waitFor();
	return clinic;
}

/** Connects the tenant's KakaoTalk channel with one template; other messages are still sent as SMS. */
async function connectChannel({ page, checkScreen }: Window, texts: Texts, reason: string) {
	await page.getByRole("radio", { name: texts.kakao }).click();
	const names = [texts.pfId, texts.resultReady, texts.reason];
	await fillAll(page, names, ["KA01PF260101", "KA01TP260101", reason]);
	await checkScreen("kakao-channel");
	await button(page, texts.kakaoSave).click();
	await page.getByText(texts.connected, { exact: true }).waitFor();
	await expect(textbox(page, texts.resultReady)).toHaveValue("KA01TP260101");
}

test("first_admin_of_a_new_tenant_signs_in", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const admin = await openWindow("ops-directory", DESKTOP);
	const { page, checkScreen } = admin;
	const key = `sae${digits(8)}`;
	const reason = `contract ${digits(6)}`;
	await signIn(admin, texts, "admin");
	await makeTenant(admin, texts, key, reason);
	const clinic = await makeClinic(admin, texts, reason);
	await row(page, clinic).getByRole("button", { name: texts.addAdmin }).click();
	const loginId = `first${digits(6)}`;
	await fillAll(
		page.getByRole("dialog"),
		[texts.loginId, texts.name, texts.reason],
		[loginId, "한지훈", reason],
	);
	await button(page, texts.makeAdmin).click();
	const password = await takePassword(page, texts);
	await checkScreen("tenant");
	await connectChannel(admin, texts, reason);

	const { page: first } = await openWindow("ops-first-admin", DESKTOP);
	await visit(first, "/clinic/signin", `${key}.localhost`);
	await enter(first, { loginId, password });
	await first.locator("[name=verifyPassword]").waitFor();

	await visit(page, "/ops/audit", HOST);
	for (const did of ["tenant", "clinic", "admin", "channel"] as const)
		await row(page, texts.did[did], reason).first().waitFor();
	await button(page, texts.check).click();
	await page.getByText(texts.sound).waitFor();
	await checkScreen("audit");
});

test("every_console_page_is_sound", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const routes = readdirSync(ROUTES).filter((name) => !name.includes(".test."));
	expect([...PAGES, ...OTHER_PAGES].map((name) => `${name}.tsx`).sort()).toEqual(routes.sort());
	const admin = await openWindow("ops-page", DESKTOP);
	await signIn(admin, texts, "admin");
	for (const name of PAGES) {
		await visit(admin.page, `/ops/${name}`, HOST);
		await admin.page.getByRole("navigation", { name: texts.menu }).waitFor();
		await expect(admin.page.locator("[aria-busy=true]")).toHaveCount(0);
		await admin.checkScreen(name);
	}
});

test("viewer_sees_but_changes_nothing", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const viewer = await openWindow("ops-viewer", DESKTOP);
	const { page, checkScreen } = viewer;
	await signIn(viewer, texts, "viewer");
	const card = page.getByRole("article", { name: texts.notifications });
	await card.waitFor();
	await expect(card.getByRole("button")).toHaveCount(0);
	await expect(page.getByRole("link", { name: texts.audit, exact: true })).toHaveCount(0);
	await checkScreen("overview");
	await visit(page, "/ops/jobs", HOST);
	const jobs = page.getByRole("table", { name: texts.jobs });
	await jobs.waitFor();
	await expect(jobs.getByRole("checkbox")).toHaveCount(0);
	await jobs.getByRole("link").first().click();
	await page.waitForURL(/\/ops\/jobs\/\d+$/);
	await page.getByRole("heading", { level: 2 }).first().waitFor();
	await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
	await visit(page, "/ops/tenants", HOST);
	await page.getByRole("table").waitFor();
	await expect(page.getByRole("link", { name: texts.addTenant })).toHaveCount(0);
	await visit(page, "/ops/retention", HOST);
	await page.getByRole("heading", { level: 2 }).first().waitFor();
	await expect(button(page, texts.eraseNow)).toHaveCount(0);
	await visit(page, "/ops/audit", HOST);
	await page.getByText(texts.forbidden).waitFor();
});
