// One application through both windows of the running product: a patient's phone and the clinic's desk, in Korean and in
// English. The patient is invited and applies; the clinic takes the application, photographs before and after, scores by
// keyboard and by touch, crops, saves against somebody else's saving, and sends; the patient reads.
//   HYEOBOM_DEV_JSON, HYEOBOM_OUT  as in journey.mjs
//   HYEOBOM_PHOTO                  a JPEG of a tongue
import assert from "node:assert/strict";
import { accessLog } from "./access-log.mjs";
import { inspect, open, phone } from "./browser.mjs";
import { WORDS } from "./clinic-words.mjs";
import { button, codeFor, dev, digits, out, required, visit } from "./product.mjs";

const photo = required("HYEOBOM_PHOTO");
const PASSWORD = "hyeobom1!";
const READ_WAIT_MS = 60_000;
const NEWS_WAIT_MS = 20_000;

const admin = dev.staff.find(({ loginId }) => loginId === "admin01");
const doctor = dev.staff.find(({ loginId }) => loginId === "doctor01");
assert.ok(admin && doctor, "the demo staff are in dev.json");
const HOST = admin.host ? new URL(`http://${admin.host}`).hostname : undefined;

const textbox = (page, name) => page.getByRole("textbox", { name, exact: true });
const cells = (page, words) => page.getByRole("group", { name: words.cells }).getByRole("button");

async function speak(context, language) {
	await context.addInitScript((code) => localStorage.setItem("language", code), language);
}

/** The clinic's window: a desktop. */
async function desk(browser, language) {
	const window = await phone(browser);
	await speak(window.context, language);
	await window.page.setViewportSize({ width: 1280, height: 844 });
	return window;
}

async function signInAtDesk(page, words, staff) {
	await visit(page, "/clinic", HOST);
	await page.waitForURL(/\/clinic\/signin/);
	await page.locator("[name=loginId]").fill(staff.loginId);
	await page.locator("[name=password]").fill(staff.password);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("region", { name: words.worklist }).waitFor();
}

async function signUp(page, words, account) {
	await visit(page, "/auth/signup/form", HOST);
	await page.locator("[name=loginUserId]").fill(account.id);
	await button(page, words.check).click();
	await page.getByText(words.free).waitFor();
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await page.locator("[name=name]").fill(account.name);
	await page.locator("[name=birth]").fill("19910412");
	await page.locator("[name=phoneNumber]").fill(account.phone);
	await button(page, words.sendCode).click();
	await textbox(page, words.code).fill(await codeFor(account.phone));
	await button(page, words.confirm).click();
	await page.getByText(words.confirmed).waitFor();
	await page.getByText(words.all).click();
	await button(page, words.join).click();
	await page.waitForURL(/\/auth\/welcome/);
}

/** An invitation made at the desk and followed by somebody signed in: it leads to an application at that clinic. */
async function invite(patient, clinic, words, look) {
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

/** The wizard; answers the application's id. */
async function apply(patient, words, account, clinicName, look) {
	await visit(patient, "/apply-tci", HOST);
	await patient.getByRole("searchbox").fill("zzzz");
	await patient.getByText(words.noClinic).waitFor();
	await look.patient("apply-none");
	await patient.getByRole("searchbox").fill(clinicName);
	await patient.getByRole("list", { name: words.results }).getByRole("button").first().click();
	await patient.getByRole("heading", { level: 1, name: words.step1 }).waitFor();
	await patient.reload({ waitUntil: "networkidle" });
	assert.equal(await patient.locator("[name=name]").inputValue(), account.name, "the form is prefilled");
	await patient.getByText(words.woman, { exact: true }).click();
	for (const box of await patient.getByRole("checkbox").all()) await box.check();
	await look.patient("apply-person");
	await button(patient, words.apply).click();
	await patient.getByRole("heading", { level: 1, name: words.step2 }).waitFor();
	await look.patient("apply-check");
	await button(patient, words.next).click();
	await patient.getByText(words.received).waitFor();
	await look.patient("apply-done");
	await patient.getByRole("link", { name: words.seeApplication }).click();
	await patient.waitForURL(/\/apply-history\/\d+$/);
	return Number(patient.url().split("/").at(-1));
}

async function takePhoto(clinic, words) {
	const chooser = clinic.waitForEvent("filechooser");
	await button(clinic, words.album).click();
	await (await chooser).setFiles(photo);
	await cells(clinic, words).first().waitFor({ timeout: READ_WAIT_MS });
	await button(clinic, words.fill).waitFor({ timeout: READ_WAIT_MS });
}

/** Keys, clicks and touch on the nine cells, then a crop by keyboard. */
async function score(clinic, words, look) {
	const all = cells(clinic, words);
	await all.first().focus();
	for (const key of ["2", "ArrowRight", "1", "ArrowDown", "2", "ArrowLeft", "0"]) {
		await clinic.keyboard.press(key);
	}
	assert.deepEqual((await all.allTextContents()).slice(0, 5), ["2", "1", "0", "0", "2"], "digits and arrows");
	await all.nth(8).tap();
	await all.nth(8).click();
	assert.equal(await all.nth(8).textContent(), "2", "two presses lead from 0 to 2");
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
	assert.match(png ?? "", /^data:image\/png/, "the preview is a PNG");
}

/** The outline by keyboard and by pointer: corrected, undone, kept with the draft. */
async function correctOutline(clinic, words, look) {
	await button(clinic, words.outline).click();
	const editor = clinic.getByRole("region", { name: words.outlineTitle });
	const surface = editor.getByRole("button", { name: words.outlineSurface });
	await surface.focus();
	await clinic.keyboard.press("PageDown");
	for (let at = 0; at < 4; at += 1) await clinic.keyboard.press("Shift+ArrowDown");
	await editor.getByText(words.outlineCorrected).waitFor();
	await look.clinic("outline-keys");
	// the chosen corner is the largest dot: taken where it is drawn, and pulled a little outwards
	const frame = await surface.boundingBox();
	const dot = await editor.locator("[data-part=outline-editor] path").last().getAttribute("d");
	const [x, y] = dot.slice(1, -2).split(" ").map(Number);
	const view = await editor.locator("[data-part=outline-editor]").getAttribute("viewBox");
	const [, , width, height] = view.split(" ").map(Number);
	const at = [frame.x + (x / width) * frame.width, frame.y + (y / height) * frame.height];
	await clinic.mouse.move(...at);
	await clinic.mouse.down();
	await clinic.mouse.move(at[0] + 6, at[1] - 5, { steps: 3 });
	await clinic.mouse.up();
	const dragged = await editor.locator("[data-part=outline-editor] path").last().getAttribute("d");
	assert.notEqual(dragged, dot, "a drag moves the corner");
	await button(editor, words.outlineUndo).click();
	assert.equal(
		await editor.locator("[data-part=outline-editor] path").last().getAttribute("d"),
		dot,
		"and is undone",
	);
	await look.clinic("outline");
	await button(editor, words.outlineDone).click();
	await clinic.locator("[data-part=outline] path").waitFor();
}

async function release(clinic, words) {
	await clinic.getByRole("combobox", { name: words.shooter }).selectOption({ index: 1 });
	await clinic.getByRole("combobox", { name: words.analyst }).selectOption({ index: 1 });
	await button(clinic, words.sendResult).click();
	await button(clinic, words.send).click();
	await clinic.getByText(words.sent).waitFor();
}

/** Two people save the same analysis: the second one's input stays, and is saved over the other's when they say so. */
async function conflict(first, second, words, id, look) {
	await visit(second, `/clinic/applications/${id}`, HOST);
	await textbox(second, words.comment).waitFor();
	await textbox(second, words.comment).fill("second");
	await textbox(first, words.comment).fill("first");
	await button(first, words.saveDraft).click();
	await first.getByText(words.saved).waitFor();
	await button(second, words.saveDraft).click();
	await second.getByRole("dialog", { name: words.conflict }).waitFor();
	await look("conflict");
	assert.equal(await textbox(second, words.comment).inputValue(), "second", "the input is kept");
	await button(second, words.takeTheirs).click();
	await second.waitForFunction(() => document.querySelector("textarea")?.value === "first");
}

async function atDesk(clinic, second, words, account, id, look) {
	await clinic.getByRole("link", { name: words.worklistLink }).click();
	await clinic.getByRole("searchbox").fill(account.name);
	await clinic.getByRole("list", { name: words.applications }).getByText(account.name).waitFor();
	await clinic.getByRole("searchbox").press("ArrowDown");
	await clinic.keyboard.press("Enter");
	await clinic.waitForURL(new RegExp(`/clinic/applications/${id}$`));
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

async function reads(patient, words, id, look) {
	await visit(patient, "/notifications", HOST);
	const released = patient.locator(`main li a[href^="/tcis/${id}/detail/"]`);
	await released.first().waitFor({ timeout: NEWS_WAIT_MS });
	assert.equal(await released.count(), 2, "both released results are told");
	const taken = patient.locator(`main li a[href="/apply-history/${id}"]`);
	assert.equal(await taken.count(), 1, "that the clinic took it is told");
	await taken.click();
	await patient.waitForURL(new RegExp(`/apply-history/${id}$`));
	await patient.getByRole("region", { name: words.change }).waitFor();
	await look.patient("detail");
	await patient.getByRole("link", { name: words.beforeDetail }).click();
	await patient.waitForURL(/\/tcis\/\d+\/detail\/\d+$/);
	await textbox(patient, words.document).waitFor();
	await patient.getByText(words.redrawn).waitFor();
	const drawn = await patient.locator("[data-part=outline] path").getAttribute("d");
	await look.patient("tci-expert");
	await button(patient, words.ai).click();
	await patient.getByText(words.redrawn).waitFor({ state: "detached" });
	const read = await patient.locator("[data-part=outline] path").getAttribute("d");
	assert.notEqual(read, drawn, "the AI's view keeps the AI's outline, the expert's shows the corrected one");
	await look.patient("tci-ai");
	await visit(patient, "/apply-history", HOST);
	await patient.locator(`main a[href="/apply-history/${id}"]`).waitFor();
	await look.patient("history");
}

async function story(browser, language) {
	const words = WORDS[language];
	const account = { id: `clinic${digits(8)}`, phone: `010${digits(8)}`, name: `${words.person}${digits(4)}` };
	const patient = await phone(browser);
	await speak(patient.context, language);
	const clinic = await desk(browser, language);
	const second = await desk(browser, language);
	const looking =
		({ page, faults }, who) =>
		(name) =>
			inspect(page, `${language}-${who}-${name}`, out, faults);
	const look = {
		patient: looking(patient, "patient"),
		clinic: async (name) => {
			await looking(clinic, "clinic")(name);
			await clinic.page.setViewportSize({ width: 1280, height: 844 });
		},
		second: async (name) => {
			await looking(second, "second")(name);
			await second.page.setViewportSize({ width: 1280, height: 844 });
		},
	};
	await signUp(patient.page, words, account);
	await signInAtDesk(clinic.page, words, admin);
	await signInAtDesk(second.page, words, doctor);
	await look.clinic("worklist");
	const clinicName = await clinic.page.getByRole("banner").locator("p span").last().textContent();
	await invite(patient.page, clinic.page, words, look);
	const id = await apply(patient.page, words, account, clinicName, look);
	await atDesk(clinic.page, second.page, words, account, id, look);
	await reads(patient.page, words, id, look);
	await clinic.page.getByRole("link", { name: words.staff }).click();
	await clinic.page.getByRole("list", { name: words.staffList }).waitFor();
	await look.clinic("staff");
	await accessLog(clinic.page, words, { account, doctor }, look.clinic);
	for (const { context } of [patient, clinic, second]) await context.close();
	// a browser writes each refused call to its console: the conflict (409) is meant
	const faults = [patient, clinic, second].flatMap((window) => window.faults);
	assert.deepEqual(
		faults.filter((fault) => !/status of 409/.test(fault)),
		[],
		`faults in ${language}`,
	);
	console.log(`${language}: from the application to the result, no faults`);
}

const browser = await open();
try {
	for (const language of process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["ko", "en"]) {
		await story(browser, language);
	}
} finally {
	await browser.close();
}
