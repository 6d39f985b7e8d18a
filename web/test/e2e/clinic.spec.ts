// One application on both sides of the running product: a patient's phone and the clinic's console. The patient is
// invited and applies. The clinic takes the application, adds photos before and after cleaning, scores by keyboard and
// by touch, crops, resolves a save conflict, and releases. The patient reads the result.
import type { Locator, Page } from "@playwright/test";
import { reviewAccessLog } from "./access-log";
import { WORDS, type Words } from "./clinic-words";
import { DESKTOP, expect, type Look, test } from "./fixtures";
import { button, choose, clinicHost, codeFor, digits, required, staffMember, visit } from "./product";

const photo = required("HYEOBOM_PHOTO");
const PASSWORD = "hyeobom1!";
const READ_WAIT_MS = 60_000;
const NOTIFICATION_WAIT_MS = 20_000;

const admin = staffMember("admin01");
const doctor = staffMember("doctor01");
const HOST = clinicHost();

interface Account {
	id: string;
	phone: string;
	name: string;
}

/** Screen checks for the patient's window and the clinic's two windows. */
interface Looks {
	patient: Look;
	clinic: Look;
	second: Look;
}

const textbox = (page: Page | Locator, name: string) => page.getByRole("textbox", { name, exact: true });
const cells = (page: Page | Locator, words: Words) =>
	page.getByRole("grid", { name: words.cells }).getByRole("button");

async function signInToConsole(page: Page, words: Words, staff: typeof admin) {
	await visit(page, "/clinic", HOST);
	await page.waitForURL(/\/clinic\/signin/);
	await page.locator("[name=loginId]").fill(staff.loginId);
	await page.locator("[name=password]").fill(staff.password);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("region", { name: words.worklist }).waitFor();
}

async function signUp(page: Page, words: Words, account: Account) {
	await visit(page, "/auth/signup/form", HOST);
	await page.locator("[name=name]").fill(account.name);
	await page.locator("input[type=date][name=birth]").fill("1991-04-12");
	await page.locator("[name=phoneNumber]").fill(account.phone);
	await button(page, words.sendCode).click();
	await textbox(page, words.code).fill(await codeFor(account.phone));
	await page.getByText(words.confirmed).waitFor();
	await page.locator("form [type=submit]").click();
	await page.locator("[name=loginUserId]").fill(account.id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await page.locator("form [type=submit]").click();
	await page.getByText(words.all).click();
	await button(page, words.join).click();
	await page.waitForURL(/\/auth\/welcome/);
}

/** Staff create an invitation, and a signed-in patient follows it to an application at that clinic. */
async function invite(patient: Page, clinic: Page, words: Words, look: Looks) {
	await clinic.getByRole("link", { name: words.invites }).click();
	await button(clinic, words.makeInvite).click();
	await clinic.getByRole("img", { name: words.qr }).waitFor();
	await look.clinic("invite");
	const link = new URL(await textbox(clinic, words.inviteLink).inputValue());
	await clinic.keyboard.press("Escape");
	await visit(patient, link.pathname + link.search, HOST);
	await look.patient("invite");
	await button(patient, words.followInvite).click();
	await patient.waitForURL((url) => url.pathname === "/apply-tci");
	await patient.getByRole("heading", { level: 1, name: words.step1 }).waitFor();
}

/** Goes through the wizard; returns the application's id. */
async function apply(patient: Page, words: Words, account: Account, clinicName: string, look: Looks) {
	await visit(patient, "/apply-tci", HOST);
	// Before the list opens, since React Aria then hides the rest of the page, including links, from screen readers.
	await patient.getByRole("combobox").waitFor();
	await look.patient("apply-clinic");
	await patient.getByRole("combobox").fill("zzzz");
	await patient.getByText(words.noClinic).waitFor();
	await choose(patient, clinicName, clinicName);
	await patient.getByRole("heading", { level: 1, name: words.step1 }).waitFor();
	await patient.reload({ waitUntil: "networkidle" });
	await expect(patient.locator("[name=name]"), "the form is prefilled").toHaveValue(account.name);
	await patient.getByText(words.woman, { exact: true }).click();
	await look.patient("apply-person");
	await button(patient, words.next).click();
	await patient.getByRole("heading", { level: 1, name: words.step2 }).waitFor();
	await patient.getByText(clinicName).first().waitFor();
	for (const box of await patient.getByRole("checkbox").all()) await box.check();
	await look.patient("apply-check");
	await button(patient, words.apply).click();
	await patient.getByText(words.received).waitFor();
	await look.patient("apply-done");
	await patient.getByRole("link", { name: words.seeApplication }).click();
	await patient.waitForURL(/\/apply-history\/\d+$/);
	const favorite = patient.getByRole("button", { name: `${words.favorite}: ${clinicName}` });
	const stored = patient.waitForResponse((answer) => /\/favorite(\?|$)/.test(answer.url()));
	await favorite.click();
	expect((await stored).status()).toBe(204);
	await expect(favorite).toHaveAttribute("aria-pressed", "true");
	return Number(patient.url().split("/").at(-1));
}

async function takePhoto(clinic: Page, words: Words) {
	const chooser = clinic.waitForEvent("filechooser");
	await button(clinic, words.album).click();
	await (await chooser).setFiles(photo);
	await cells(clinic, words).first().waitFor({ timeout: READ_WAIT_MS });
	await button(clinic, words.fill).waitFor({ timeout: READ_WAIT_MS });
}

/** Scores the nine cells by keys, clicks and touch, then crops by keyboard. */
async function score(clinic: Page, words: Words, look: Looks) {
	const all = cells(clinic, words);
	await all.first().focus();
	for (const key of ["2", "1", "ArrowDown", "ArrowLeft", "2"]) {
		await clinic.keyboard.press(key);
	}
	const entered = ["2", "1", "", "", "2", "", "", "", ""];
	expect(await all.allTextContents(), "digits lead on, arrows move").toEqual(entered);
	await all.nth(8).tap();
	for (let at = 0; at < 2; at += 1) await all.nth(8).click();
	expect(await all.nth(8).textContent(), "three presses lead from none to 2").toBe("2");
	await button(clinic, words.zeros).click();
	expect(await all.allTextContents()).toEqual(["2", "1", "0", "0", "2", "0", "0", "0", "2"]);
	await button(clinic, words.crop).click();
	const dialog = clinic.getByRole("dialog", { name: words.crop });
	const save = dialog.getByRole("button", { name: words.save, exact: true });
	await clinic.waitForFunction(() => !document.querySelector("dialog button:last-child:disabled"));
	await dialog.getByRole("slider").focus();
	for (let at = 0; at < 10; at += 1) await clinic.keyboard.press("ArrowRight");
	await look.clinic("crop");
	await save.click();
	await clinic.getByRole("img", { name: words.preview }).waitFor();
	const png = await clinic.getByRole("img", { name: words.preview }).getAttribute("src");
	expect(png ?? "", "the preview is a PNG").toMatch(/^data:image\/png/);
}

/** The path of the selected corner, which is drawn last. */
const drawnPath = async (editor: Locator) =>
	(await editor.locator("[data-part=outline-editor] path").last().getAttribute("d")) ?? "";

/** The position of a corner on the screen. */
async function positionOf(editor: Locator, surface: Locator, dot: string): Promise<{ x: number; y: number }> {
	const frame = await surface.boundingBox();
	const view = await editor.locator("[data-part=outline-editor]").getAttribute("viewBox");
	const [, , width = 0, height = 0] = (view ?? "").split(" ").map(Number);
	const [x = 0, y = 0] = dot.slice(1, -2).split(" ").map(Number);
	if (!frame) throw new Error("the outline is not shown");
	return { x: frame.x + (x / width) * frame.width, y: frame.y + (y / height) * frame.height };
}

/** Corrects the outline by keyboard and pointer; checks undo and the draft. */
async function correctOutline(clinic: Page, words: Words, look: Looks) {
	await button(clinic, words.outline).click();
	const editor = clinic.getByRole("region", { name: words.outlineTitle });
	const surface = editor.getByRole("button", { name: words.outlineSurface });
	await surface.focus();
	await clinic.keyboard.press("PageDown");
	for (let at = 0; at < 4; at += 1) await clinic.keyboard.press("Shift+ArrowDown");
	await editor.getByText(words.outlineCorrected).waitFor();
	await look.clinic("outline-keys");
	// the selected corner is the largest dot: drags it slightly outwards
	const dot = await drawnPath(editor);
	const at = await positionOf(editor, surface, dot);
	await clinic.mouse.move(at.x, at.y);
	await clinic.mouse.down();
	await clinic.mouse.move(at.x + 6, at.y - 5, { steps: 3 });
	await clinic.mouse.up();
	expect(await drawnPath(editor), "a drag moves the corner").not.toBe(dot);
	await button(editor, words.outlineUndo).click();
	await expect(editor.locator("[data-part=outline-editor] path").last()).toHaveAttribute("d", dot);
	await look.clinic("outline");
	await button(editor, words.outlineDone).click();
	await clinic.locator("[data-part=outline] path").waitFor();
	const moved = button(clinic, words.confirmCells);
	if (await moved.isVisible()) await moved.click();
}

async function release(clinic: Page, words: Words) {
	await clinic.getByRole("combobox", { name: words.shooter }).selectOption({ index: 1 });
	await clinic.getByRole("combobox", { name: words.analyst }).selectOption({ index: 1 });
	await button(clinic, words.sendResult).click();
	await button(clinic, words.send).click();
	await clinic.getByText(words.sent).waitFor();
}

/** Two people save the same analysis. The second one's input is kept, and replaces the first one's on request. */
async function conflict(first: Page, second: Page, words: Words, id: number, look: Look) {
	await visit(second, `/clinic/applications/${id}`, HOST);
	await textbox(second, words.comment).waitFor();
	await textbox(second, words.comment).fill("second");
	await textbox(first, words.comment).fill("first");
	await button(first, words.saveDraft).click();
	await first.getByText(words.saved).waitFor();
	await button(second, words.saveDraft).click();
	await second.getByRole("dialog", { name: words.conflict }).waitFor();
	await look("conflict");
	await expect(textbox(second, words.comment), "the input is kept").toHaveValue("second");
	await button(second, words.takeTheirs).click();
	await second.waitForFunction(() => document.querySelector("textarea")?.value === "first");
}

async function scoreApplication(
	{ clinic, second }: { clinic: Page; second: Page },
	words: Words,
	{ account, id }: { account: Account; id: number },
	look: Looks,
) {
	await clinic.getByRole("link", { name: words.worklistLink }).click();
	await clinic.getByRole("searchbox").fill(account.name);
	await clinic.getByRole("list", { name: words.applications }).getByText(account.name).waitFor();
	await clinic.getByRole("searchbox").press("ArrowDown");
	await clinic.keyboard.press("Enter");
	await clinic.waitForURL(new RegExp(`/clinic/applications/${id}(\\?|$)`));
	await button(clinic, words.claim).click();
	await takePhoto(clinic, words);
	await look.clinic("scoring");
	await conflict(clinic, second, words, id, look.second);
	await score(clinic, words, look);
	await correctOutline(clinic, words, look);
	await look.clinic("scored");
	await release(clinic, words);
	await look.clinic("released");
	await button(clinic, words.scoreAfter).click();
	await takePhoto(clinic, words);
	await button(clinic, words.fill).click();
	await release(clinic, words);
}

async function readResults(patient: Page, words: Words, id: number, look: Looks) {
	await visit(patient, "/notifications", HOST);
	const released = patient.locator(`main li a[href^="/tcis/${id}/detail/"]`);
	await released.first().waitFor({ timeout: NOTIFICATION_WAIT_MS });
	await expect(released, "both released results are notified").toHaveCount(2);
	const taken = patient.locator(`main li a[href="/apply-history/${id}"]`);
	await expect(taken, "that the clinic took it is notified").toHaveCount(1);
	await taken.click();
	await patient.waitForURL(new RegExp(`/apply-history/${id}$`));
	await patient.getByRole("region", { name: words.change }).waitFor();
	await look.patient("detail");
	await patient.getByRole("link", { name: words.beforeDetail }).click();
	await patient.waitForURL(/\/tcis\/\d+\/detail\/\d+$/);
	await patient.getByRole("region", { name: words.document }).waitFor();
	await patient.getByText(words.redrawn).waitFor();
	const drawn = await patient.locator("[data-part=outline] path").getAttribute("d");
	await look.patient("tci-expert");
	await button(patient, words.ai).click();
	await patient.getByText(words.redrawn).waitFor({ state: "detached" });
	const read = await patient.locator("[data-part=outline] path").getAttribute("d");
	expect(read, "the AI's view keeps the AI's outline, the expert's shows the corrected one").not.toBe(drawn);
	await look.patient("tci-ai");
	await visit(patient, "/apply-history", HOST);
	await patient.locator(`main a[href="/apply-history/${id}"]`).waitFor();
	await look.patient("history");
}

// the browser logs each failed request as an error; the conflict is expected
test.use({ expectedFaults: /status of 409/ });

test("application is taken, scored, sent and read", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const account = { id: `clinic${digits(8)}`, phone: `010${digits(8)}`, name: `${words.person}${digits(4)}` };
	const touch = { ...DESKTOP, hasTouch: true };
	const patient = await openWindow("patient");
	const clinic = await openWindow("clinic", touch);
	const second = await openWindow("second", touch);
	const look = { patient: patient.look, clinic: clinic.look, second: second.look };
	await signUp(patient.page, words, account);
	await signInToConsole(clinic.page, words, admin);
	await signInToConsole(second.page, words, doctor);
	await look.clinic("worklist");
	const clinicName = (await clinic.page.getByRole("banner").locator("p span").last().textContent()) ?? "";
	await invite(patient.page, clinic.page, words, look);
	const id = await apply(patient.page, words, account, clinicName, look);
	await scoreApplication({ clinic: clinic.page, second: second.page }, words, { account, id }, look);
	await readResults(patient.page, words, id, look);
	await clinic.page.getByRole("link", { name: words.staff }).click();
	await clinic.page.getByRole("list", { name: words.staffList }).waitFor();
	await look.clinic("staff");
	await reviewAccessLog(clinic.page, words, { patient: account.name, member: doctor.loginId }, look.clinic);
});
