// Somebody adds a child to the account, and applies and claims for the child, whose records stay separate. The clinic
// stores its seal; the claim orders signed documents, registered mail and forwarding to a second insurer. Staff issue,
// label, forward and mail them. Then the documents are claimed by mail once more.
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { fillInfo, heading, payInTab, toInfo, toPay } from "./claim-steps";
import { signInToConsole } from "./clinic-screens";
import { TEXTS, type Texts } from "./family-texts";
import { DESKTOP, expect, test, type Window } from "./fixtures";
import { enterAccount, signUpByApi } from "./people";
import {
	button,
	checkAll,
	choose,
	clinicHost,
	dev,
	digits,
	expectLogsWithout,
	textbox,
	visit,
} from "./product";

const HOST = clinicHost();
const SETTLED_WAIT_MS = 60_000;
const NOTIFICATION_WAIT_MS = 20_000;
const PICTURE = fileURLToPath(new URL("../../../fixtures/data/haneul.png", import.meta.url));
const ZIPCODE = "04524";
const BIRTH = "2018-05-06";
const ACCOUNT = `110${digits(9)}`;
const REASON = `유치 충치 ${digits(6)}`;

async function addChild({ page, checkScreen }: Window, texts: Texts, child: string) {
	await button(page, texts.addPerson).click();
	const dialog = page.getByRole("dialog", { name: texts.addTitle });
	await dialog.locator("[name=name]").fill(child);
	await dialog.locator("input[type=date][name=birth]").fill(BIRTH);
	await dialog.getByText(texts.woman, { exact: true }).click();
	await dialog.getByRole("checkbox", { name: texts.guardian }).check();
	await checkScreen("add-person");
	await button(dialog, texts.savePerson).click();
	await page.getByRole("heading", { level: 2, name: child }).waitFor();
	await page.getByText(texts.guardianGiven).waitFor();
}

async function applyForChild({ page, checkScreen }: Window, texts: Texts, child: string, clinicName: string) {
	await visit(page, "/apply-tci", HOST);
	await choose(page, clinicName, clinicName);
	await heading(page, texts.whoIsIt).waitFor();
	await page.getByText(texts.childChoice(child)).click();
	await expect(page.locator("[name=name]"), "the child's name is filled in").toHaveValue(child);
	await checkScreen("apply-person");
	await button(page, texts.next).click();
	await heading(page, texts.checkIt).waitFor();
	await checkAll(page, button(page, texts.apply));
	await button(page, texts.apply).click();
	await page.getByText(texts.sentFor(child)).waitFor();
}

/** The account's holder has no records, and the child has this many. */
async function recordsAre(page: Page, texts: Texts, child: string, count: number) {
	await visit(page, "/records", HOST);
	await page.getByText(texts.noRecords).waitFor();
	await page.getByText(texts.childChoice(child)).click();
	await expect(page.getByRole("list", { name: texts.records }).getByRole("listitem")).toHaveCount(count);
}

async function storeSeal({ page, checkScreen }: Window, texts: Texts) {
	await page.getByRole("link", { name: texts.staff, exact: true }).click();
	const card = page.getByRole("region", { name: texts.sealCard });
	await button(card, texts.addSeal).click();
	const dialog = page.getByRole("dialog", { name: texts.sealTitle });
	await dialog.getByLabel(texts.seal, { exact: true }).setInputFiles(PICTURE);
	await dialog.getByLabel(texts.doctorSignature, { exact: true }).setInputFiles(PICTURE);
	await expect(dialog.getByRole("img")).toHaveCount(2);
	await textbox(dialog, texts.doctorName).fill("이하나");
	await textbox(dialog, texts.license).fill("12345");
	await dialog.getByRole("checkbox", { name: texts.confirmSeal }).check();
	await checkScreen("seal");
	await button(dialog, texts.storeSeal).click();
	await card.getByText(texts.sealStored, { exact: true }).waitFor();
}

/** Chooses one signed document, by mail and forwarded to a second insurer. */
async function chooseOptions({ page, checkScreen }: Window, texts: Texts) {
	await page.getByRole("checkbox", { name: texts.statement }).uncheck();
	for (const name of [texts.withSignature, texts.byMail]) await page.getByRole("checkbox", { name }).check();
	await page.getByRole("checkbox", { name: texts.forwarding }).check();
	await page.getByRole("heading", { name: texts.forwardTo }).waitFor();
	await choose(page, texts.secondInsurer.slice(0, 2), texts.secondInsurer);
	const consent = page.getByRole("region", { name: texts.forwardTo }).getByRole("checkbox");
	const stored = page.waitForResponse(
		(response) => response.request().method() === "PUT" && /\/consents(\?|$)/.test(response.url()),
	);
	await consent.click();
	expect((await stored).ok(), "the consent is given at once").toBe(true);
	await expect(consent, "and can be withdrawn here").toBeChecked();
	await page.getByRole("combobox", { name: texts.bank }).selectOption(texts.chosenBank);
	await page.locator("[name=accountNumber]").fill(ACCOUNT);
	await expect(page.locator("[name=residentFront]"), "the child's birth date").toHaveValue("180506");
	await page.locator("[name=residentBack]").fill("4");
	await page.locator("[name=zipcode]").fill(ZIPCODE);
	await page.locator("[name=address]").fill("서울특별시 중구 시범로 1");
	await page.locator("[name=addressDetail]").fill("101호");
	await checkScreen("options");
}

async function pay(page: Page, texts: Texts): Promise<number> {
	await payInTab(page, texts, "pay");
	await page.waitForURL(/\/payment\/complete\?oid=/);
	await page.getByText(texts.paid).waitFor({ timeout: SETTLED_WAIT_MS });
	await page.getByRole("link", { name: texts.seeClaim }).click();
	await page.waitForURL(/\/insurance\/\d+$/);
	return Number(page.url().split("/").at(-1));
}

async function claimForChild(patient: Window, texts: Texts, child: string, clinicName: string) {
	const { page } = patient;
	await toInfo(page, texts, clinicName);
	await page.getByText(texts.childChoice(child)).click();
	await expect(page.locator("[name=insuredName]")).toHaveValue(child);
	await fillInfo(page, REASON);
	await toPay(page, texts);
	await chooseOptions(patient, texts);
	return pay(page, texts);
}

/** Staff take the claim, and make its document with the seal. */
async function issue({ page, checkScreen }: Window, texts: Texts, id: number) {
	await visit(page, `/clinic/insurances/${id}`, HOST);
	await button(page, texts.take).click();
	await page.getByRole("button", { name: texts.fillIn }).click();
	await textbox(page, texts.name).fill("유치 레진 충전");
	await textbox(page, texts.price).fill("80000");
	await textbox(page, texts.uninsured).fill("80000");
	await page.getByRole("checkbox", { name: texts.useSeal }).check();
	await button(page, texts.make).click();
	await page.getByText(texts.sealed, { exact: true }).waitFor({ timeout: SETTLED_WAIT_MS });
	await page.getByText(texts.toDo).waitFor();
	await checkScreen("to-do");
}

/** Staff print the label, open the payout account for the insurer's form, and record the forwarding. */
async function sendOut({ page, checkScreen }: Window, texts: Texts, child: string) {
	await page.getByRole("link", { name: texts.label }).click();
	await page.getByText(texts.registered, { exact: true }).waitFor();
	await expect(page.getByRole("main")).toContainText(ZIPCODE);
	await expect(page.getByRole("main")).toContainText(child);
	await checkScreen("label");
	await page.getByRole("link", { name: texts.backToClaim }).click();
	await button(page, texts.openPayout).click();
	const dialog = page.getByRole("dialog");
	await textbox(dialog, texts.whyPayout).fill("claim form");
	await button(dialog, texts.doOpen).click();
	await dialog.getByText(ACCOUNT).waitFor();
	await checkScreen("payout");
	await page.keyboard.press("Escape");
	await page.getByRole("combobox", { name: texts.method }).selectOption(texts.fax);
	await textbox(page, texts.proof).fill("02-000-0000 / 1");
	await button(page, texts.record).click();
	await button(page, texts.recordAgain).waitFor();
}

/** Enters the tracking number, and sends the claim's documents to the patient. */
async function release(page: Page, texts: Texts, tracking: string) {
	await textbox(page, texts.tracking).fill(tracking);
	await button(page, texts.release).click();
	await button(page.getByRole("dialog"), texts.doRelease).click();
	await page.getByRole("heading", { name: texts.released, exact: true }).waitFor();
}

async function readDelivery({ page, checkScreen }: Window, texts: Texts, id: number, tracking: string) {
	await visit(page, "/notifications", HOST);
	await page.getByText(texts.mailed).waitFor({ timeout: NOTIFICATION_WAIT_MS });
	await visit(page, `/insurance/${id}`, HOST);
	await page.getByText(tracking).waitFor();
	await page.getByText(texts.forwarded).waitFor();
	await checkScreen("delivered");
}

/** The documents are claimed by mail once more, and the clinic sends them. */
async function resend(patient: Window, clinic: Window, texts: Texts, tracking: string) {
	const { page } = patient;
	await page.getByRole("link", { name: texts.resend }).click();
	await button(page, texts.next).click();
	await heading(page, texts.step2).waitFor();
	await toPay(page, texts);
	await expect(page.locator("[name=zipcode]"), "the address of the last letter").toHaveValue(ZIPCODE);
	const id = await pay(page, texts);
	await visit(clinic.page, `/clinic/insurances/${id}`, HOST);
	await button(clinic.page, texts.take).click();
	await clinic.page.getByText(texts.nothingToIssue).waitFor();
	await release(clinic.page, texts, tracking);
	await visit(page, `/insurance/${id}`, HOST);
	await page.getByText(tracking).waitFor();
	await page.getByText(texts.sent, { exact: true }).waitFor();
	await patient.checkScreen("resent");
}

// faults of the provider's own pages are ignored
test.use({ expectedFaults: new RegExp(`^https?://(?!\\S*:${new URL(dev.web).port}/)`) });

test("child_is_applied_and_claimed_for", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const child = `${texts.child}${digits(5)}`;
	const account = await signUpByApi(texts.person, HOST);
	const patient = await openWindow("family-patient", { isMobile: true });
	const clinic = await openWindow("family-clinic", DESKTOP);
	const clinicName = await signInToConsole(clinic.page, texts);
	await storeSeal(clinic, texts);
	await visit(patient.page, "/auth/signin?redirect=%2Faccount%2Fpeople", HOST);
	await enterAccount(patient.page, account);
	await addChild(patient, texts, child);
	await applyForChild(patient, texts, child, clinicName);
	await recordsAre(patient.page, texts, child, 1);
	const id = await claimForChild(patient, texts, child, clinicName);
	await recordsAre(patient.page, texts, child, 2);
	await patient.checkScreen("records");
	await issue(clinic, texts, id);
	await sendOut(clinic, texts, child);
	await release(clinic.page, texts, "1234567890123");
	await readDelivery(patient, texts, id, "1234567890123");
	await resend(patient, clinic, texts, "3210987654321");
	expectLogsWithout([ACCOUNT, REASON, child]);
});
