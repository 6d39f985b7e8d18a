// Insurance papers through every window of the running product, in Korean and in English: claimed and paid on a desktop
// in a window of its own (canceled, declined, then with the answer lost), claimed and paid on a phone in the same tab
// (canceled, then paid), issued at the clinic's desk, saved by the patient, and one claim canceled.
//   HYEOBOM_DEV_JSON, HYEOBOM_OUT  as in journey.mjs
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, open, phone } from "./browser.mjs";
import { WORDS } from "./insurance-words.mjs";
import { PASSWORD, someone } from "./people.mjs";
import { assertLogsWithout, button, dev, digits, out, visit } from "./product.mjs";

const SETTLED_WAIT_MS = 60_000;
const DESKTOP = { viewport: { width: 1280, height: 844 }, hasTouch: false, deviceScaleFactor: 1 };
const ACCOUNT = `110${digits(9)}`;
const REASON = `충치 ${digits(6)}`;

const admin = dev.staff.find(({ loginId }) => loginId === "admin01");
assert.ok(admin, "the demo staff are in dev.json");
const HOST = admin.host ? new URL(`http://${admin.host}`).hostname : undefined;

const textbox = (page, name) => page.getByRole("textbox", { name, exact: true });
const heading = (page, name) => page.getByRole("heading", { level: 1, name });

async function windowOf(browser, language, look) {
	const window = await phone(browser, look);
	await window.context.addInitScript((code) => localStorage.setItem("language", code), language);
	return window;
}

async function signIn(page, id) {
	await visit(page, "/auth/signin?redirect=%2Finsurance-history", HOST);
	await page.locator("[name=loginUserId]").fill(id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=password]").press("Enter");
	await page.waitForURL(/\/insurance-history$/);
}

async function signInAtDesk(page, words) {
	await visit(page, "/clinic", HOST);
	await page.waitForURL(/\/clinic\/signin/);
	await page.locator("[name=loginId]").fill(admin.loginId);
	await page.locator("[name=password]").fill(admin.password);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("region", { name: words.worklist }).waitFor();
	return page.getByRole("banner").locator("p span").last().textContent();
}

/** From the clinic to the form. */
async function toInfo(page, words, clinicName, look) {
	await visit(page, "/apply-insurance", HOST);
	await page.getByRole("searchbox").fill(clinicName);
	await page.getByRole("list", { name: words.results }).getByRole("button").first().click();
	await heading(page, words.step1).waitFor();
	await page.getByRole("searchbox", { name: words.searchInsurer }).fill("삼성");
	await page.getByText(words.insurer, { exact: true }).click();
	for (const box of await page.getByRole("checkbox").all()) await box.check();
	await look("insurer");
	await button(page, words.next).click();
	await heading(page, words.step2).waitFor();
}

async function fillInfo(page, words) {
	await page
		.locator("[name=onsetDate]")
		.fill(new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10));
	await page.locator("[name=reason]").fill(REASON);
	await page.locator("[name=residentBack]").fill("2");
	await page.getByRole("combobox", { name: words.bank }).selectOption(words.chosenBank);
	await page.locator("[name=accountNumber]").fill(ACCOUNT);
}

async function toPay(page, words) {
	await button(page, words.next).click();
	await heading(page, words.step3).waitFor();
	await page.locator("[data-total]").waitFor();
}

/** Presses to pay on a desktop, and one of the buttons in the provider's window, which then closes by itself. */
async function payInWindow(context, page, words, how) {
	const opening = context.waitForEvent("page");
	await page.getByRole("button", { name: words.pay }).click();
	const popup = await opening;
	await page.getByRole("dialog", { name: words.waiting }).waitFor();
	await popup.locator(`[data-pay=${how}]`).click();
	await popup.waitForEvent("close", { timeout: SETTLED_WAIT_MS }).catch(() => {
		assert.ok(popup.isClosed(), `the window is closed after ${how}`);
	});
}

async function payInTab(page, words, how) {
	await page.getByRole("button", { name: words.pay }).click();
	await page.locator(`[data-pay=${how}]`).click();
}

/** What may lie in the browser's storage of a claim in progress. */
async function assertStoredSafely(page) {
	const stored = await page.evaluate(() => decodeURIComponent(localStorage.getItem("insuranceClaim") ?? ""));
	assert.ok(stored.includes(REASON), "the claim in progress is kept");
	assert.ok(!stored.includes(ACCOUNT) && !stored.includes("resident"), "nothing secret is kept");
}

async function onDesktop({ context, page }, words, clinicName, look) {
	await toInfo(page, words, clinicName, look);
	await button(page, words.next).click();
	await look("errors");
	await fillInfo(page, words);
	await look("info");
	await toPay(page, words);
	await look("documents");
	await payInWindow(context, page, words, "cancel");
	await page.getByText(words.canceled).first().waitFor();
	await assertStoredSafely(page);
	await payInWindow(context, page, words, "decline");
	await page.getByText(words.failed).waitFor();
	await look("declined");
	await payInWindow(context, page, words, "lose");
	await page.waitForURL(/\/payment\/complete\?oid=/, { timeout: SETTLED_WAIT_MS });
	await page.getByText(words.paid).waitFor({ timeout: SETTLED_WAIT_MS });
	assert.equal(await page.evaluate(() => localStorage.getItem("insuranceClaim")), null, "the draft is gone");
	await look("paid");
	await page.getByRole("link", { name: words.seeClaim }).click();
	await page.waitForURL(/\/insurance\/\d+$/);
	await look("claim");
	return Number(page.url().split("/").at(-1));
}

async function onPhone({ page }, words, clinicName, look) {
	await toInfo(page, words, clinicName, look);
	await fillInfo(page, words);
	await toPay(page, words);
	await payInTab(page, words, "cancel");
	await page.waitForURL(/\/apply-insurance\?/);
	await heading(page, words.step2).waitFor();
	assert.equal(await page.locator("[name=reason]").inputValue(), REASON, "the draft is kept");
	await look("canceled");
	await page.locator("[name=residentBack]").fill("2");
	await toPay(page, words);
	await payInTab(page, words, "pay");
	await page.waitForURL(/\/payment\/complete\?oid=/);
	await page.getByText(words.paid).waitFor({ timeout: SETTLED_WAIT_MS });
	await look("paid");
	await visit(page, "/insurance-history", HOST);
	const links = page.getByRole("link", { name: words.details });
	await links.nth(1).waitFor();
	assert.equal(await links.count(), 2, "canceled and declined payments made no claims");
	await look("history");
	return Number((await links.first().getAttribute("href")).split("/").at(-1));
}

/** A PDF that any reader opens. */
function pdfFile() {
	const path = join(tmpdir(), `receipt-${digits(8)}.pdf`);
	const parts = [
		"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
		"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj",
	];
	let text = "%PDF-1.4\n";
	const offsets = parts.map((part) => {
		const at = text.length;
		text += `${part}\n`;
		return `${String(at).padStart(10, "0")} 00000 n \n`;
	});
	const start = text.length;
	text += `xref\n0 4\n0000000000 65535 f \n${offsets.join("")}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
	writeFileSync(path, text);
	return path;
}

async function atDesk({ page }, words, id, look) {
	await page.getByRole("link", { name: words.claims, exact: true }).click();
	await page
		.getByRole("list", { name: words.claimList })
		.locator(`a[href="/clinic/insurances/${id}"]`)
		.waitFor();
	await look("list");
	await page.locator(`a[href="/clinic/insurances/${id}"]`).click();
	await button(page, words.take).click();
	await page.getByLabel(words.upload).first().setInputFiles(pdfFile());
	await page.getByLabel(words.upload).nth(1).waitFor({ state: "detached" });
	await page.getByRole("button", { name: words.fillIn }).nth(1).click();
	await textbox(page, words.name).fill("광중합형 복합레진 충전");
	await textbox(page, words.price).fill("80000");
	await textbox(page, words.uninsured).fill("80000");
	await look("statement");
	await button(page, words.make).click();
	await page.getByLabel(words.upload).waitFor({ state: "detached", timeout: SETTLED_WAIT_MS });
	await button(page, words.release).click();
	await page.getByRole("dialog").getByRole("button", { name: words.doRelease, exact: true }).click();
	await page.getByRole("heading", { name: words.released, exact: true }).waitFor();
	await look("released");
	await page.getByRole("link", { name: words.payments, exact: true }).click();
	await page.getByText(words.allRight).waitFor();
	await look("payments");
}

/** Saves both documents: the one that was uploaded and the one that was made. */
async function saves({ page }, words, id, look) {
	await visit(page, `/insurance/${id}`, HOST);
	const buttons = page.getByRole("button", { name: words.save });
	await buttons.nth(1).waitFor();
	// after a page load, too, the server names the lines in the reader's language
	await page.locator("[data-line]").first().getByText(words.receiptLine).waitFor();
	await look("issued");
	for (const at of [0, 1]) {
		const saving = page.waitForEvent("download");
		await buttons.nth(at).click();
		const saved = await saving;
		assert.match(saved.suggestedFilename(), /\.pdf$/);
		assert.equal(readFileSync(await saved.path(), "latin1").slice(0, 5), "%PDF-", "a PDF is saved");
	}
}

async function cancels({ page }, words, id) {
	await visit(page, `/insurance/${id}`, HOST);
	await button(page, words.cancel).click();
	await button(page, words.doCancel).click();
	await page.waitForURL(/\/insurance-history$/);
	await page.getByRole("link", { name: words.details }).first().waitFor();
	assert.equal(
		await page.locator(`a[href="/insurance/${id}"]`).count(),
		0,
		"a canceled claim leaves the list",
	);
}

/** What went wrong on our own pages: the provider's are its own. */
const ours = (faults) => {
	const { port } = new URL(dev.web);
	return faults.filter((fault) => !/^https?:/.test(fault) || fault.includes(`:${port}/`));
};

async function story(browser, language) {
	const words = WORDS[language];
	const id = await someone(words.person, HOST);
	const desktop = await windowOf(browser, language, DESKTOP);
	const mobile = await windowOf(browser, language, { isMobile: true });
	const clinic = await windowOf(browser, language, DESKTOP);
	const looking =
		({ page, faults }, who) =>
		async (name) => {
			const size = page.viewportSize();
			await inspect(page, `${language}-insurance-${who}-${name}`, out, faults);
			await page.setViewportSize(size);
		};
	const clinicName = await signInAtDesk(clinic.page, words);
	await signIn(desktop.page, id);
	await signIn(mobile.page, id);
	const first = await onDesktop(desktop, words, clinicName, looking(desktop, "desktop"));
	const second = await onPhone(mobile, words, clinicName, looking(mobile, "phone"));
	await atDesk(clinic, words, first, looking(clinic, "desk"));
	await saves(desktop, words, first, looking(desktop, "desktop"));
	await cancels(mobile, words, second);
	for (const { context } of [desktop, mobile, clinic]) await context.close();
	assert.deepEqual(
		ours([desktop, mobile, clinic].flatMap(({ faults }) => faults)),
		[],
		`faults in ${language}`,
	);
	console.log(`${language}: claimed, paid, issued, saved and canceled, no faults`);
}

const browser = await open();
try {
	for (const language of process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["ko", "en"]) {
		await story(browser, language);
	}
	assertLogsWithout([ACCOUNT, REASON]);
} finally {
	await browser.close();
}
