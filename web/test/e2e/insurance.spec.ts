// Insurance documents through all windows of the running product: claimed and paid on a desktop in a payment window
// (canceled, declined, then with a lost response), claimed and paid on a phone in the same tab (canceled, then paid),
// issued in the clinic's console, downloaded by the patient, and one claim canceled.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { fillInfo, heading, payInTab, toInfo, toPay } from "./claim-steps";
import { signInToConsole } from "./clinic-screens";
import { DESKTOP, expect, test, type Window } from "./fixtures";
import { TEXTS, type Texts } from "./insurance-texts";
import { enterAccount, signUpByApi } from "./people";
import { button, clinicHost, dev, digits, expectLogsWithout, textbox, visit } from "./product";

const SETTLED_WAIT_MS = 60_000;
const ACCOUNT = `110${digits(9)}`;
const REASON = `충치 ${digits(6)}`;

const HOST = clinicHost();

async function signIn(page: Page, id: string) {
	await visit(page, "/auth/signin?redirect=%2Finsurance-history", HOST);
	await enterAccount(page, id);
	await page.waitForURL(/\/insurance-history$/);
}

/** Presses the pay button on a desktop, then a button in the provider's window, which closes itself. */
async function payInWindow(context: BrowserContext, page: Page, texts: Texts, how: string) {
	const opening = context.waitForEvent("page");
	await page.getByRole("button", { name: texts.pay }).click();
	const popup = await opening;
	await page.getByRole("dialog", { name: texts.waiting }).waitFor();
	await popup.locator(`[data-pay=${how}]`).click();
	await popup.waitForEvent("close", { timeout: SETTLED_WAIT_MS }).catch(() => {
		expect(popup.isClosed(), `the window is closed after ${how}`).toBe(true);
	});
}

/** Fills in the forwarding's fields, then turns the forwarding off. */
async function typePayout(page: Page, texts: Texts) {
	const forwarding = page.getByRole("checkbox", { name: texts.forwarding });
	await forwarding.check();
	await page.getByRole("combobox", { name: texts.bank }).selectOption(texts.chosenBank);
	await page.locator("[name=accountNumber]").fill(ACCOUNT);
	await page.locator("[name=residentBack]").fill("2");
	await expectStoredSafely(page);
	await forwarding.uncheck();
	await expect(page.locator("[name=accountNumber]")).toHaveCount(0);
	await page.locator("[data-total]").waitFor();
}

/** Checks that the stored draft of a claim contains no sensitive data. */
async function expectStoredSafely(page: Page) {
	const draft = () => page.evaluate(() => decodeURIComponent(localStorage.getItem("insuranceClaim") ?? ""));
	await expect.poll(draft, { message: "the claim in progress is kept" }).toContain(REASON);
	const stored = await draft();
	expect(!stored.includes(ACCOUNT) && !stored.includes("resident"), "nothing secret is kept").toBe(true);
}

async function claimOnDesktop({ context, page, checkScreen }: Window, texts: Texts, clinicName: string) {
	await toInfo(page, texts, clinicName, checkScreen);
	await button(page, texts.next).click();
	await checkScreen("errors");
	await fillInfo(page, REASON);
	await checkScreen("info");
	await toPay(page, texts);
	await checkScreen("documents");
	await typePayout(page, texts);
	await payInWindow(context, page, texts, "cancel");
	await page.getByText(texts.canceled).first().waitFor();
	await expectStoredSafely(page);
	await payInWindow(context, page, texts, "decline");
	await page.getByText(texts.failed).waitFor();
	await checkScreen("declined");
	await payInWindow(context, page, texts, "lose");
	await page.waitForURL(/\/payment\/complete\?oid=/, { timeout: SETTLED_WAIT_MS });
	await page.getByText(texts.paid).waitFor({ timeout: SETTLED_WAIT_MS });
	const draft = () => page.evaluate(() => localStorage.getItem("insuranceClaim"));
	await expect.poll(draft, { message: "the draft is gone" }).toBe(null);
	await checkScreen("paid");
	await page.getByRole("link", { name: texts.seeClaim }).click();
	await page.waitForURL(/\/insurance\/\d+$/);
	await checkScreen("claim");
	return Number(page.url().split("/").at(-1));
}

async function claimOnPhone({ page, checkScreen }: Window, texts: Texts, clinicName: string) {
	await toInfo(page, texts, clinicName, checkScreen);
	await fillInfo(page, REASON);
	await toPay(page, texts);
	await payInTab(page, texts, "cancel");
	await page.waitForURL(/\/apply-insurance\?/);
	await heading(page, texts.step3).waitFor();
	await page.getByText(texts.canceled).first().waitFor();
	await checkScreen("canceled");
	await page.locator("[data-total]").waitFor();
	await payInTab(page, texts, "pay");
	await page.waitForURL(/\/payment\/complete\?oid=/);
	await page.getByText(texts.paid).waitFor({ timeout: SETTLED_WAIT_MS });
	await checkScreen("paid");
	await visit(page, "/insurance-history", HOST);
	const links = page.getByRole("link", { name: texts.details });
	await links.nth(1).waitFor();
	await expect(links, "canceled and declined payments made no claims").toHaveCount(2);
	await checkScreen("history");
	const newest = Number((await links.first().getAttribute("href"))?.split("/").at(-1));
	await visit(page, "/records?kind=claim", HOST);
	await page.locator(`main li a[href="/insurance/${newest}"]`).waitFor();
	await checkScreen("records");
	return newest;
}

/** A valid PDF. */
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

async function issue({ page, checkScreen }: Window, texts: Texts, id: number) {
	await page.getByRole("link", { name: texts.claims, exact: true }).click();
	await page
		.getByRole("list", { name: texts.claimList })
		.locator(`a[href="/clinic/insurances/${id}"]`)
		.waitFor();
	await checkScreen("list");
	await page.locator(`a[href="/clinic/insurances/${id}"]`).click();
	await button(page, texts.take).click();
	await page.getByLabel(texts.upload).first().setInputFiles(pdfFile());
	await page.getByLabel(texts.upload).nth(1).waitFor({ state: "detached" });
	await page.getByRole("button", { name: texts.fillIn }).nth(1).click();
	await textbox(page, texts.name).fill("광중합형 복합레진 충전");
	await textbox(page, texts.price).fill("80000");
	await textbox(page, texts.uninsured).fill("80000");
	await checkScreen("statement");
	await button(page, texts.make).click();
	await page.getByLabel(texts.upload).waitFor({ state: "detached", timeout: SETTLED_WAIT_MS });
	await button(page, texts.release).click();
	await page.getByRole("dialog").getByRole("button", { name: texts.doRelease, exact: true }).click();
	await page.getByRole("heading", { name: texts.released, exact: true }).waitFor();
	await checkScreen("released");
	await page.getByRole("link", { name: texts.payments, exact: true }).click();
	await page.getByText(texts.allRight).waitFor();
	await checkScreen("payments");
}

/** Downloads both documents: the uploaded and the generated one. */
async function save({ page, checkScreen }: Window, texts: Texts, id: number) {
	await visit(page, `/insurance/${id}`, HOST);
	const buttons = page.getByRole("button", { name: texts.save });
	await buttons.nth(1).waitFor();
	// also after a page load, the server names the lines in the user's language
	await page.locator("[data-line]").first().getByText(texts.receiptLine).waitFor();
	await checkScreen("issued");
	for (const at of [0, 1]) {
		const saving = page.waitForEvent("download");
		await buttons.nth(at).click();
		const saved = await saving;
		expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
		expect(readFileSync(await saved.path(), "latin1").slice(0, 5)).toBe("%PDF-");
	}
}

async function cancel(page: Page, texts: Texts, id: number) {
	await visit(page, `/insurance/${id}`, HOST);
	await button(page, texts.cancel).click();
	await button(page.getByRole("dialog"), texts.doCancel).click();
	await page.waitForURL(/\/insurance-history$/);
	await page.getByRole("link", { name: texts.details }).first().waitFor();
	await expect(page.locator(`a[href="/insurance/${id}"]`), "a canceled claim leaves the list").toHaveCount(0);
}

// faults of the provider's own pages are ignored
test.use({ expectedFaults: new RegExp(`^https?://(?!\\S*:${new URL(dev.web).port}/)`) });

test("claims_are_paid_issued_saved_and_canceled", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const id = await signUpByApi(texts.person, HOST);
	const desktop = await openWindow("insurance-desktop", DESKTOP);
	const mobile = await openWindow("insurance-phone", { isMobile: true });
	const clinic = await openWindow("insurance-clinic", DESKTOP);
	const clinicName = await signInToConsole(clinic.page, texts);
	await signIn(desktop.page, id);
	await signIn(mobile.page, id);
	const first = await claimOnDesktop(desktop, texts, clinicName);
	const second = await claimOnPhone(mobile, texts, clinicName);
	await issue(clinic, texts, first);
	await save(desktop, texts, first);
	await cancel(mobile.page, texts, second);
	expectLogsWithout([ACCOUNT, REASON]);
});
