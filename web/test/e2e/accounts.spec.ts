// Sign-up, recovery and a patient's privacy rights, over the outside parties' own protocols: Kakao, a password link by
// mail, a data export, account deletion, and an identity check.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { TEXTS, type Texts } from "./accounts-texts";
import { type CheckScreen, expect, test } from "./fixtures";
import { button, codeFor, digits, expectLogsWithout, messageTo, textbox, visit } from "./product";

const PASSWORD = "hyeobom1!";
const NEW_PASSWORD = "hyeobom2!";
// links in messages lead to the tenant's own host, and cookies are per host, so all pages use this host
const TENANT = "bom.localhost";
const STRICT_TENANT = "haneul.localhost";

/** Values that were typed, sent or received and must not appear in any log. */
const secrets = [PASSWORD, NEW_PASSWORD];

/** Goes from the completed first step of the sign-up to the last one. */
async function chooseAccount(page: Page, texts: Texts, id: string) {
	await button(page, texts.next).click();
	await textbox(page, texts.id).fill(id);
	await button(page, texts.check).click();
	await page.getByText(texts.free).waitFor();
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await button(page, texts.next).click();
}

/** Agrees to everything, and submits the sign-up. */
async function join(page: Page, texts: Texts) {
	await page.getByText(texts.all).click();
	await button(page, texts.join).click();
	await page.getByRole("heading", { name: texts.welcome }).waitFor();
}

/** Searches and selects an address. */
async function findAddress(page: Page, texts: Texts, checkScreen: CheckScreen) {
	await button(page, texts.findAddress).click();
	const dialog = page.getByRole("dialog", { name: texts.findAddress });
	await textbox(dialog, texts.street).fill("혀봄로");
	await dialog.getByRole("button", { name: texts.search }).click();
	await dialog.getByText(texts.found).waitFor({ state: "attached" });
	await checkScreen("address-search");
	await dialog.locator("li button").first().click();
	await expect(textbox(page, texts.postcode), "the postcode is filled in").toHaveValue(/^\d{5}$/);
	await textbox(page, texts.addressDetail).fill("101호");
}

/** Signs a new person up with Kakao. */
async function signUpByKakao(page: Page, texts: Texts, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/auth/signin", TENANT);
	await page.getByRole("link", { name: texts.kakao }).click();
	await asTyped(page, person);
	await page.waitForURL(/\/auth\/signup\/form\?/);
	await expect(page.locator("[name=name]")).toHaveValue(person.name);
	await textbox(page, texts.phone).fill(person.phone);
	await button(page, texts.sendCode).click();
	await textbox(page, texts.code).fill(await codeFor(person.phone));
	await page.getByText(texts.confirmed).waitFor();
	await checkScreen("social-sign-up");
	await chooseAccount(page, texts, person.id);
	await button(page, texts.addAddress).click();
	await findAddress(page, texts, checkScreen);
	await join(page, texts);
}

/** Enters a person on the page of Kakao or of the carrier, which are in Korean only. */
async function asTyped(page: Page, person: Person) {
	await page.getByText("직접 입력").click();
	await page.locator("input[name=name]").fill(person.name);
	await page.locator("input[name=phone]").fill(person.phone);
	await page.locator("input[name=birth]").fill("1991-04-12");
	// only Kakao's page has it, above the date of birth, so it is there by now
	const email = page.locator("input[name=email]");
	if (await email.count()) await email.fill(person.email);
	await page.getByRole("button", { name: /^입력한 사람으로/ }).click();
}

async function logOut(page: Page, texts: Texts) {
	await page.getByRole("button", { name: texts.menu }).click();
	await button(page, texts.logOut).click();
	await page.waitForURL(/\/auth\/signin/);
}

async function signInByKakao(page: Page, texts: Texts, person: Person) {
	await visit(page, "/auth/signin?redirect=%2Faccount", TENANT);
	await page.getByRole("link", { name: texts.kakao }).click();
	await asTyped(page, person);
	await page.getByRole("heading", { name: texts.account }).waitFor();
	await expect(page, "the redirect is honoured").toHaveURL(({ pathname }) => pathname === "/account");
}

async function refuseKakao(page: Page, texts: Texts, checkScreen: CheckScreen) {
	await visit(page, "/auth/signin", TENANT);
	await page.getByRole("link", { name: texts.kakao }).click();
	await page.getByRole("button", { name: "동의하지 않기" }).click();
	await page.getByText(texts.denied).waitFor();
	await checkScreen("social-denied");
}

/** Recovers the login ID and sets a new password by the links received. */
async function recover(page: Page, texts: Texts, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/auth/find-id", TENANT);
	await page.getByText(texts.email, { exact: true }).click();
	await textbox(page, texts.email).fill(`nobody${digits(10)}@example.com`);
	await button(page, texts.sendId).click();
	await page.getByText(texts.missing).waitFor();
	await checkScreen("find-id-missing");
	await button(page, texts.ok).click();
	await textbox(page, texts.email).fill(person.email);
	await button(page, texts.sendId).click();
	await page.getByText(texts.sent).waitFor();
	await checkScreen("find-id-sent");
	await messageTo(person.email, new RegExp(person.id));

	await visit(page, "/auth/find-password", TENANT);
	await textbox(page, texts.id).fill(person.id);
	await page.getByText(texts.email, { exact: true }).click();
	await textbox(page, texts.email).fill(person.email);
	await button(page, texts.sendLink).click();
	await page.getByText(texts.sent).waitFor();
	const link = await messageTo(person.email, /https?:\/\/\S+\/reset-password\/[\w-]+/);
	secrets.push(link.slice(link.lastIndexOf("/") + 1));
	await visit(page, link);
	await page.locator("[name=password]").fill(NEW_PASSWORD);
	await page.locator("[name=verifyPassword]").fill(NEW_PASSWORD);
	await checkScreen("reset-password");
	await button(page, texts.changePassword).click();
	await page.getByText(texts.changed).waitFor();
	await visit(page, link);
	await page.getByText(texts.usedLink).waitFor();
	await checkScreen("reset-used");
	await textbox(page, texts.id).fill(person.id);
	await page.locator("[name=password]").fill(NEW_PASSWORD);
	await button(page, texts.signIn).click();
	await page.getByText(texts.hello(person.name)).waitFor();
}

/** Opens the account, requests and downloads the data, and deletes the account. */
async function exportAndLeave(page: Page, texts: Texts, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/account/consents", TENANT);
	await page.getByRole("heading", { name: texts.consents }).waitFor();
	const training = page.getByRole("region", { name: texts.training });
	await training.getByText(texts.notAgreed).waitFor();
	await button(training, texts.agree).click();
	await training.getByText(texts.agreed, { exact: true }).waitFor();
	await checkScreen("consents");
	await button(training, texts.withdraw).click();
	await button(page, texts.doWithdraw).click();
	await training.getByText(texts.notAgreed).waitFor();
	await visit(page, "/notifications", TENANT);
	await page.getByRole("heading", { level: 1 }).waitFor();
	await checkScreen("notifications");
	await visit(page, "/account", TENANT);
	await button(page, texts.requestFile).waitFor();
	await checkScreen("account");
	await button(page, texts.requestFile).click();
	await page.getByText(texts.requested).waitFor();
	const link = await messageTo(person.email, /https?:\/\/\S+\/patients\/export\/[\w-]+/);
	secrets.push(link.slice(link.lastIndexOf("/") + 1));
	const downloading = page.waitForEvent("download");
	await page.evaluate((address) => location.assign(address), link);
	const download = await downloading;
	expect(download.suggestedFilename(), "the link gives a zip").toMatch(/\.zip$/);
	const file = readFileSync(await download.path());
	expect(file.subarray(0, 2).toString(), "which is one").toBe("PK");

	await visit(page, "/account/leave", TENANT);
	await page.getByText(texts.read).waitFor();
	await checkScreen("leave");
	await page.getByText(texts.read).click();
	await button(page, texts.leave).click();
	await page.getByLabel(texts.password, { exact: true }).fill(NEW_PASSWORD);
	await checkScreen("leave-confirm");
	await button(page, texts.doLeave).click();
	await page.getByRole("heading", { name: texts.goodbye }).waitFor();
	await checkScreen("goodbye");
	await visit(page, "/auth/signin", TENANT);
	await textbox(page, texts.id).fill(person.id);
	await page.locator("[name=password]").fill(NEW_PASSWORD);
	await button(page, texts.signIn).click();
	await page.getByText(texts.wrong).waitFor();
}

/** Signs up at a tenant that requires an identity check, in a popup. */
async function signUpByIdentity(page: Page, texts: Texts, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/auth/signup/form", STRICT_TENANT);
	const opened = page.waitForEvent("popup");
	await button(page, texts.verifyIdentity).click();
	const popup = await opened;
	await popup.getByText("직접 입력").waitFor();
	await asTyped(popup, person);
	await page.getByText(texts.verified).waitFor();
	await checkScreen("identity-verified");
	await chooseAccount(page, texts, person.id);
	await join(page, texts);
}

interface Person {
	id: string;
	name: string;
	phone: string;
	email: string;
}

function newPerson(texts: Texts): Person {
	const id = `way${digits(10)}`;
	const person = {
		id,
		name: `${texts.person}${digits(6)}`,
		phone: `010${digits(8)}`,
		email: `${id}@example.com`,
	};
	secrets.push(...Object.values(person));
	return person;
}

// the browser logs each failed request as an error; these are expected
test.use({ expectedFaults: /status of (401|404)/ });

test("person_signs_up_recovers_exports_and_leaves", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const { page, checkScreen } = await openWindow("account");
	const person = newPerson(texts);
	await refuseKakao(page, texts, checkScreen);
	await signUpByKakao(page, texts, person, checkScreen);
	await visit(page, "/", TENANT);
	await logOut(page, texts);
	await signInByKakao(page, texts, person);
	await visit(page, "/", TENANT);
	await logOut(page, texts);
	await recover(page, texts, person, checkScreen);
	await exportAndLeave(page, texts, person, checkScreen);
	await signUpByIdentity(page, texts, newPerson(texts), checkScreen);
	expectLogsWithout(secrets);
});
