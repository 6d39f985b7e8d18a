// One application on both sides of the running product: a patient's phone and the clinic's console. The patient is
// invited and applies. The clinic takes the application, adds photos before and after cleaning, scores by keyboard and
// by touch, crops, resolves a save conflict, and releases. The patient reads the result.
import type { Locator, Page } from "@playwright/test";
import { reviewAccessLog } from "./access-log";
import { fitsLaptop, otherScreens, signInToConsole } from "./clinic-screens";
import { TEXTS, type Texts } from "./clinic-texts";
import { type CheckScreen, DESKTOP, expect, test } from "./fixtures";
import {
	button,
	checkAll,
	choose,
	clinicHost,
	codeFor,
	digits,
	staffMember,
	textbox,
	visit,
} from "./product";
import { cells, confirmMovedCells, openCrop, release, takePhoto } from "./scoring";

const PASSWORD = "hyeobom1!";
const NOTIFICATION_WAIT_MS = 20_000;

const doctor = staffMember("doctor01");
const HOST = clinicHost();

interface Account {
	id: string;
	phone: string;
	name: string;
}

/** Screen checks for the patient's window and the clinic's two windows. */
interface CheckScreens {
	patient: CheckScreen;
	clinic: CheckScreen;
	second: CheckScreen;
}

async function signUp(page: Page, texts: Texts, account: Account) {
	await visit(page, "/auth/signup/form", HOST);
	await page.locator("[name=name]").fill(account.name);
	await page.locator("input[type=date][name=birth]").fill("1991-04-12");
	await page.locator("[name=phoneNumber]").fill(account.phone);
	await button(page, texts.sendCode).click();
	await textbox(page, texts.code).fill(await codeFor(account.phone));
	await page.getByText(texts.confirmed).waitFor();
	await page.locator("form [type=submit]").click();
	await page.locator("[name=loginUserId]").fill(account.id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await page.locator("form [type=submit]").click();
	await page.getByText(texts.all).click();
	await button(page, texts.join).click();
	await page.waitForURL(/\/auth\/welcome/);
}

/** Staff create an invitation, and a signed-in patient follows it to an application at that clinic. */
async function invite(patient: Page, clinic: Page, texts: Texts, check: CheckScreens) {
	await clinic.getByRole("link", { name: texts.invites }).click();
	await button(clinic, texts.makeInvite).click();
	await clinic.getByRole("img", { name: texts.qr }).waitFor();
	await check.clinic("invite");
	await expect(textbox(clinic, texts.inviteLink)).toHaveValue(/^https?:/);
	const link = new URL(await textbox(clinic, texts.inviteLink).inputValue());
	await clinic.keyboard.press("Escape");
	await visit(patient, link.pathname + link.search, HOST);
	await button(patient, texts.followInvite).waitFor();
	await check.patient("invite");
	await button(patient, texts.followInvite).click();
	await patient.waitForURL((url) => url.pathname === "/apply-tci");
	await patient.getByRole("heading", { level: 1, name: texts.step1 }).waitFor();
}

/** Goes through the wizard; returns the application's id. */
async function apply(patient: Page, texts: Texts, account: Account, clinicName: string, check: CheckScreens) {
	await visit(patient, "/apply-tci", HOST);
	// Before the list opens, since React Aria then hides the rest of the page, including links, from screen readers.
	await patient.getByRole("combobox").waitFor();
	await check.patient("apply-clinic");
	await patient.getByRole("combobox").fill("zzzz");
	await patient.getByText(texts.noClinic).waitFor();
	await choose(patient, clinicName, clinicName);
	await patient.getByRole("heading", { level: 1, name: texts.step1 }).waitFor();
	await patient.reload({ waitUntil: "networkidle" });
	await expect(patient.locator("[name=name]"), "the form is prefilled").toHaveValue(account.name);
	await patient.getByText(texts.woman, { exact: true }).click();
	await check.patient("apply-person");
	await button(patient, texts.next).click();
	await patient.getByRole("heading", { level: 1, name: texts.step2 }).waitFor();
	await patient.getByText(clinicName).first().waitFor();
	await checkAll(patient, button(patient, texts.apply));
	await check.patient("apply-check");
	await button(patient, texts.apply).click();
	await patient.getByText(texts.received).waitFor();
	await check.patient("apply-done");
	await patient.getByRole("link", { name: texts.seeApplication }).click();
	await patient.waitForURL(/\/apply-history\/\d+$/);
	const favorite = patient.getByRole("button", { name: `${texts.favorite}: ${clinicName}` });
	const stored = patient.waitForResponse((response) => /\/favorite(\?|$)/.test(response.url()));
	await favorite.click();
	expect((await stored).status()).toBe(204);
	await expect(favorite).toHaveAttribute("aria-pressed", "true");
	return Number(patient.url().split("/").at(-1));
}

/** Scores the nine cells by keys, clicks and touch, then crops by keyboard. */
async function score(clinic: Page, texts: Texts, check: CheckScreens) {
	const all = cells(clinic, texts);
	await all.first().focus();
	for (const key of ["2", "1", "ArrowDown", "ArrowLeft", "2"]) {
		await clinic.keyboard.press(key);
	}
	const entered = ["2", "1", "", "", "2", "", "", "", ""];
	await expect(all, "digits lead on, arrows move").toHaveText(entered);
	await all.nth(8).tap();
	for (let at = 0; at < 2; at += 1) await all.nth(8).click();
	await expect(all.nth(8), "three presses lead from none to 2").toHaveText("2");
	await button(clinic, texts.zeros).click();
	await expect(all).toHaveText(["2", "1", "0", "0", "2", "0", "0", "0", "2"]);
	const save = await openCrop(clinic, texts);
	await check.clinic("crop");
	await save.click();
	const preview = clinic.getByRole("img", { name: texts.preview });
	await expect(preview, "the preview is a PNG").toHaveAttribute("src", /^data:image\/png/);
}

/** The position of a corner on the screen. */
async function positionOf(editor: Locator, surface: Locator, dot: string): Promise<{ x: number; y: number }> {
	// waits until it no longer moves
	await surface.hover();
	const frame = await surface.boundingBox();
	const view = await editor.locator("[data-part=outline-editor]").getAttribute("viewBox");
	const [, , width = 0, height = 0] = (view ?? "").split(" ").map(Number);
	const [x = 0, y = 0] = dot.slice(1, -2).split(" ").map(Number);
	if (!frame) throw new Error("the outline is not shown");
	return { x: frame.x + (x / width) * frame.width, y: frame.y + (y / height) * frame.height };
}

/** Corrects the outline by keyboard and pointer; checks undo and the draft. */
async function correctOutline(clinic: Page, texts: Texts, check: CheckScreens) {
	await button(clinic, texts.outline).click();
	const editor = clinic.getByRole("region", { name: texts.outlineTitle });
	const surface = editor.getByRole("button", { name: texts.outlineSurface });
	await surface.focus();
	await clinic.keyboard.press("PageDown");
	for (let at = 0; at < 4; at += 1) await clinic.keyboard.press("Shift+ArrowDown");
	await editor.getByText(texts.outlineCorrected).waitFor();
	await check.clinic("outline-keys");
	// the selected corner is the largest dot: drags it slightly outwards
	const corner = editor.locator("[data-part=outline-editor] path").last();
	const dot = (await corner.getAttribute("d")) ?? "";
	const at = await positionOf(editor, surface, dot);
	await clinic.mouse.move(at.x, at.y);
	await clinic.mouse.down();
	await clinic.mouse.move(at.x + 6, at.y - 5, { steps: 3 });
	await clinic.mouse.up();
	await expect(corner, "a drag moves the corner").not.toHaveAttribute("d", dot);
	await button(editor, texts.outlineUndo).click();
	await expect(corner).toHaveAttribute("d", dot);
	await check.clinic("outline");
	await button(editor, texts.outlineDone).click();
	await clinic.locator("[data-part=outline] path").waitFor();
	await confirmMovedCells(clinic, texts);
}

/** Two people save the same analysis. The second one's input is kept, and replaces the first one's on request. */
async function conflict(first: Page, second: Page, texts: Texts, id: number, check: CheckScreen) {
	await visit(second, `/clinic/applications/${id}`, HOST);
	await textbox(second, texts.comment).waitFor();
	await textbox(second, texts.comment).fill("second");
	await textbox(first, texts.comment).fill("first");
	await button(first, texts.saveDraft).click();
	await first.getByText(texts.saved).waitFor();
	await button(second, texts.saveDraft).click();
	await second.getByRole("dialog", { name: texts.conflict }).waitFor();
	await check("conflict");
	await expect(textbox(second, texts.comment), "the input is kept").toHaveValue("second");
	await button(second, texts.takeTheirs).click();
	await expect(textbox(second, texts.comment)).toHaveValue("first");
}

async function scoreApplication(
	{ clinic, second }: { clinic: Page; second: Page },
	texts: Texts,
	{ account, id }: { account: Account; id: number },
	check: CheckScreens,
) {
	await clinic.getByRole("link", { name: texts.worklistLink }).click();
	await clinic.getByRole("searchbox").fill(account.name);
	const found = clinic.getByRole("list", { name: texts.applications }).getByRole("link");
	await expect(found).toHaveCount(1);
	await expect(found).toContainText(account.name);
	await clinic.getByRole("searchbox").press("ArrowDown");
	await clinic.keyboard.press("Enter");
	await clinic.waitForURL(new RegExp(`/clinic/applications/${id}(\\?|$)`));
	await button(clinic, texts.claim).click();
	await takePhoto(clinic, texts);
	const comment = textbox(clinic, texts.comment);
	await fitsLaptop(clinic, [cells(clinic, texts).last(), comment, button(clinic, texts.sendResult)]);
	await check.clinic("scoring");
	await conflict(clinic, second, texts, id, check.second);
	await score(clinic, texts, check);
	await correctOutline(clinic, texts, check);
	await check.clinic("scored");
	await release(clinic, texts);
	await check.clinic("released");
	await button(clinic, texts.scoreAfter).click();
	await takePhoto(clinic, texts);
	await button(clinic, texts.fill).click();
	await release(clinic, texts);
}

async function readResults(patient: Page, texts: Texts, id: number, check: CheckScreens) {
	await visit(patient, "/notifications", HOST);
	const released = patient.locator(`main li a[href^="/tcis/${id}/detail/"]`);
	await released.first().waitFor({ timeout: NOTIFICATION_WAIT_MS });
	await expect(released, "both released results are notified").toHaveCount(2);
	const taken = patient.locator(`main li a[href="/apply-history/${id}"]`);
	await expect(taken, "that the clinic took it is notified").toHaveCount(1);
	await taken.click();
	await patient.waitForURL(new RegExp(`/apply-history/${id}$`));
	await patient.getByRole("region", { name: texts.change }).waitFor();
	await check.patient("detail");
	await patient.getByRole("link", { name: texts.beforeDetail }).click();
	await patient.waitForURL(/\/tcis\/\d+\/detail\/\d+$/);
	await patient.getByRole("region", { name: texts.document }).waitFor();
	await patient.getByText(texts.redrawn).waitFor();
	const outline = patient.locator("[data-part=outline] path");
	const drawn = (await outline.getAttribute("d")) ?? "";
	await check.patient("tci-expert");
	await patient.getByRole("radio", { name: texts.ai }).click();
	await patient.getByText(texts.redrawn).waitFor({ state: "detached" });
	await expect(outline, "the AI's view keeps its own outline").not.toHaveAttribute("d", drawn);
	await check.patient("tci-ai");
	await visit(patient, "/apply-history", HOST);
	await patient.locator(`main a[href="/apply-history/${id}"]`).waitFor();
	await check.patient("history");
}

// the browser logs each failed request as an error; the conflict is expected
test.use({ expectedFaults: /status of 409/ });

test("application_is_accepted_scored_sent_and_read", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const account = { id: `clinic${digits(8)}`, phone: `010${digits(8)}`, name: `${texts.person}${digits(4)}` };
	const touch = { ...DESKTOP, hasTouch: true };
	const patient = await openWindow("patient");
	const clinic = await openWindow("clinic", touch);
	const second = await openWindow("second", touch);
	const check = { patient: patient.checkScreen, clinic: clinic.checkScreen, second: second.checkScreen };
	await signUp(patient.page, texts, account);
	const clinicName = await signInToConsole(clinic.page, texts);
	await signInToConsole(second.page, texts, doctor);
	await check.clinic("worklist");
	await invite(patient.page, clinic.page, texts, check);
	const id = await apply(patient.page, texts, account, clinicName, check);
	await scoreApplication({ clinic: clinic.page, second: second.page }, texts, { account, id }, check);
	await readResults(patient.page, texts, id, check);
	await clinic.page.getByRole("link", { name: texts.staff }).click();
	await clinic.page.getByRole("list", { name: texts.staffList }).waitFor();
	await check.clinic("staff");
	await otherScreens(clinic.page, account.name, HOST, check.clinic);
	await reviewAccessLog(clinic.page, texts, { patient: account.name, member: doctor.loginId }, check.clinic);
});
