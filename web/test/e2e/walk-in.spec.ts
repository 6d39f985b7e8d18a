// Patients who come without an application. Staff register two, take both, and record one's health consent with a
// signature. The photo is cropped twice, scored and released. The patient gets the link by text message (at night, when
// none is sent, staff show the code), adds the visit to an account, and is notified when staff correct the result.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { signInToConsole } from "./clinic-screens";
import { DESKTOP, expect, test, type Window } from "./fixtures";
import { runDelayedJobs, signIn as signInToOps } from "./operators";
import { TEXTS as OPS_TEXTS } from "./ops-texts";
import { BIRTH, enterAccount, newPhone, signUpByApi } from "./people";
import { button, clinicHost, digits, messageTo, textbox, visit } from "./product";
import { cells, confirmMovedCells, openCrop, release, takePhoto } from "./scoring";
import { TEXTS, type Texts } from "./walk-in-texts";

const HOST = clinicHost();
const NOTIFICATION_WAIT_MS = 20_000;
const REASON = "칸을 잘못 읽었어요 (reread)";
/** Hours in Korea between which text messages about results are sent. */
const [MORNING, EVENING] = [8, 21];

function isDaytime(): boolean {
	const hour = new Date(Date.now() + 9 * 60 * 60 * 1000).getUTCHours();
	return hour >= MORNING && hour < EVENING;
}

/** Fills the form of a walk-in; returns its dialog. */
async function fillWalkIn(page: Page, texts: Texts, name: string, phone: string): Promise<Locator> {
	await button(page, texts.walkIn).click();
	const dialog = page.getByRole("dialog");
	await dialog.locator("[name=name]").fill(name);
	await dialog.locator("input[type=date][name=birth]").fill(BIRTH);
	await dialog.getByText(texts.woman, { exact: true }).click();
	await dialog.locator("[name=phoneNumber]").fill(phone);
	return dialog;
}

async function register(page: Page, texts: Texts, dialog: Locator) {
	const before = page.url();
	await button(dialog, texts.register).click();
	await page.waitForURL(({ href }) => href !== before);
	await page.getByText(texts.consentNeeded).waitFor();
}

/** Selects both of the walk-ins in the list, and takes them. */
async function takeBoth({ page, checkScreen }: Window, texts: Texts, name: string) {
	await page.getByRole("searchbox").fill(name);
	const list = page.getByRole("list", { name: texts.applications });
	await expect(list.getByRole("link")).toContainText([name, name]);
	await button(page, texts.choose).click();
	await page.getByRole("checkbox", { name: texts.chooseAll }).check();
	await checkScreen("chosen");
	await button(page, texts.take).click();
	await page.getByText(texts.taken).waitFor();
	await expect(list.getByRole("checkbox", { disabled: true })).toHaveCount(2);
	await button(page, texts.choose).click();
}

/** The patient signs with a pen; without a signature no consent is recorded. */
async function sign({ page, checkScreen }: Window, texts: Texts) {
	await button(page, texts.askConsent).click();
	const dialog = page.getByRole("dialog");
	await button(dialog, texts.recordConsent).click();
	await dialog.getByText(texts.missingConsent).waitFor();
	const surface = dialog.getByRole("img", { name: texts.pad });
	// waits until it no longer moves
	await surface.hover();
	const pad = await surface.boundingBox();
	if (!pad) throw new Error("there is nowhere to sign");
	await page.mouse.move(pad.x + 40, pad.y + pad.height / 2);
	await page.mouse.down();
	for (let at = 1; at < 8; at += 1) {
		await page.mouse.move(pad.x + 40 + at * 30, pad.y + pad.height / 2 + (at % 2 ? -25 : 25), { steps: 3 });
	}
	await page.mouse.up();
	await checkScreen("consent");
	await button(dialog, texts.recordConsent).click();
	await page.getByText(texts.signed).waitFor();
}

/** Crops the photo, and crops it again: the second crop replaces the first one. */
async function cropTwice(page: Page, texts: Texts) {
	const preview = page.getByRole("img", { name: texts.preview });
	await (await openCrop(page, texts)).click();
	await expect(preview).toHaveAttribute("src", /^data:image\/png/);
	const first = (await preview.getAttribute("src")) ?? "";
	await (await openCrop(page, texts)).click();
	await expect(preview, "the second crop is another one").not.toHaveAttribute("src", first);
	await expect(preview).toHaveAttribute("src", /^data:image\/png/);
}

async function score({ page, checkScreen }: Window, texts: Texts) {
	await takePhoto(page, texts);
	await button(page, texts.fill).click();
	await cropTwice(page, texts);
	await confirmMovedCells(page, texts);
	await release(page, texts);
	await checkScreen("released");
}

/** The path of the link to the result in the text message. An operator does not wait for the message's time. */
async function sentLink(ops: Page, phone: string): Promise<string> {
	await runDelayedJobs(ops, "send_walk_in_link");
	const { pathname, search } = new URL(await messageTo(phone, /https?:\/\/\S+\/link\?code=\S+/));
	return pathname + search;
}

/** The path of the link, with the code that staff show. */
async function shownLink(clinic: Page, texts: Texts): Promise<string> {
	await button(clinic, texts.more).click();
	await clinic.getByRole("menuitem", { name: texts.linkAccount }).click();
	const code = await clinic
		.getByRole("dialog")
		.getByText(/^[\w-]{8,}$/)
		.textContent();
	await clinic.keyboard.press("Escape");
	return `/link?code=${code}`;
}

const percentOn = (page: Page, texts: Texts) =>
	page.getByText(texts.scoreLabel, { exact: true }).locator("xpath=following::p[1]");

/** Opens the link, signs in, and adds the visit to the account; returns the percentage of the result. */
async function link({ page, checkScreen }: Window, texts: Texts, path: string, account: string) {
	await visit(page, path, HOST);
	await page.waitForURL(/\/auth\/signin/);
	await enterAccount(page, account);
	await page.waitForURL(/\/link\?code=/);
	await expect(page.locator("[name=code]"), "the code is filled in").toHaveValue(/./);
	await checkScreen("link");
	await button(page, texts.link).click();
	await page.waitForURL(/\/apply-history\/\d+$/);
	await page.getByRole("link", { name: texts.result }).click();
	await page.waitForURL(/\/tcis\/\d+\/detail\/\d+$/);
	return (await percentOn(page, texts).textContent()) ?? "";
}

/** Staff change one cell of the released result; both the earlier and the new result stay readable. */
async function correct({ page, checkScreen }: Window, texts: Texts, percent: string) {
	await button(page, texts.correct).click();
	await cells(page, texts).first().click();
	await textbox(page, texts.comment).fill(REASON);
	await button(page, texts.sendCorrection).click();
	const dialog = page.getByRole("dialog");
	await textbox(dialog, texts.reason).fill(REASON);
	await checkScreen("correct");
	await button(dialog, texts.sendCorrection).click();
	await page.getByText(texts.corrections).click();
	await page.getByText(texts.was(percent)).waitFor();
	await page.getByText(texts.because(REASON)).waitFor();
	await checkScreen("corrected");
}

async function readCorrection({ page, checkScreen }: Window, texts: Texts, percent: string) {
	await visit(page, "/notifications", HOST);
	const news = page.locator("main li a").filter({ hasText: texts.corrected });
	await news.waitFor({ timeout: NOTIFICATION_WAIT_MS });
	await news.click();
	await page.getByText(texts.correctedOn).waitFor();
	await page.getByText(texts.because(REASON)).waitFor();
	await expect(percentOn(page, texts)).not.toHaveText(percent);
	await checkScreen("corrected");
}

async function saveStatistics(page: Page, texts: Texts) {
	await visit(page, "/clinic/statistics", HOST);
	const months = page.getByRole("region", { name: texts.byMonth }).first();
	const saving = page.waitForEvent("download");
	await button(months, texts.csv).click();
	const saved = await saving;
	expect(saved.suggestedFilename()).toBe("statistics-by-month.csv");
	const lines = readFileSync(await saved.path(), "utf8").split(/\r?\n/);
	expect(lines[0], "spreadsheets need the byte order mark").toContain(`\uFEFF${texts.csvHead}`);
	expect(lines.some((line) => line.startsWith(texts.csvTotal))).toBe(true);
}

// the browser logs each failed request as an error; an operator is signed out at first
test.use({ expectedFaults: /status of 401/ });

test("walk_in_signs_is_linked_and_corrected", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const [name, phone] = [`${texts.person}${digits(6)}`, newPhone()];
	const account = await signUpByApi(name, HOST);
	const clinic = await openWindow("walk-in-clinic", { ...DESKTOP, hasTouch: true });
	const patient = await openWindow("walk-in-patient");
	const ops = await openWindow("walk-in-ops", DESKTOP);
	await signInToConsole(clinic.page, texts);
	const first = await fillWalkIn(clinic.page, texts, `${name}b`, newPhone());
	await clinic.checkScreen("register");
	await register(clinic.page, texts, first);
	await register(clinic.page, texts, await fillWalkIn(clinic.page, texts, name, phone));
	await takeBoth(clinic, texts, name);
	await sign(clinic, texts);
	await score(clinic, texts);
	// decided once, since the hour can change meanwhile
	const isSent = isDaytime();
	if (isSent) await signInToOps(ops, OPS_TEXTS[language], "admin");
	const path = isSent ? await sentLink(ops.page, phone) : await shownLink(clinic.page, texts);
	const percent = await link(patient, texts, path, account);
	await correct(clinic, texts, percent);
	await readCorrection(patient, texts, percent);
	await saveStatistics(clinic.page, texts);
});
