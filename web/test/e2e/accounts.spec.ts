// Sign-up, recovery and a patient's privacy rights, over the outside parties' own protocols: Kakao, a password link by
// mail, a data export, account deletion, and an identity check.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { type CheckScreen, expect, test } from "./fixtures";
import { button, codeFor, digits, expectLogsWithout, messageTo, visit } from "./product";

const PASSWORD = "hyeobom1!";
const NEW_PASSWORD = "hyeobom2!";
// links in messages lead to the tenant's own host, and cookies are per host, so all pages use this host
const TENANT = "bom.localhost";
const STRICT_TENANT = "haneul.localhost";

/** Values that were typed, sent or received and must not appear in any log. */
const secrets = [PASSWORD, NEW_PASSWORD];

const textbox = (page: Page | Locator, name: string) => page.getByRole("textbox", { name, exact: true });

/** Goes from the completed first step of the sign-up to the last one. */
async function chooseAccount(page: Page, id: string) {
	await button(page, "다음").click();
	await textbox(page, "아이디").fill(id);
	await button(page, "중복 확인").click();
	await page.getByText("사용할 수 있는 아이디예요.").waitFor();
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await button(page, "다음").click();
}

/** Agrees to everything, and submits the sign-up. */
async function join(page: Page) {
	await page.getByText("모두 동의해요").click();
	await button(page, "가입하기").click();
	await page.getByRole("heading", { name: /님, 환영해요!/ }).waitFor();
}

/** Searches and selects an address. */
async function findAddress(page: Page, checkScreen: CheckScreen) {
	await button(page, "주소 찾기").click();
	const dialog = page.getByRole("dialog", { name: "주소 찾기" });
	await textbox(dialog, "도로명, 건물명 또는 지번").fill("혀봄로");
	await dialog.getByRole("button", { name: "검색" }).click();
	await dialog.getByText(/주소 \d+건을 찾았어요/).waitFor({ state: "attached" });
	await checkScreen("address-search");
	await dialog.locator("li button").first().click();
	await expect(textbox(page, "우편번호"), "the postcode is filled in").toHaveValue(/^\d{5}$/);
	await textbox(page, "상세 주소").fill("101호");
}

/** Signs a new person up with Kakao. */
async function signUpByKakao(page: Page, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/auth/signin", TENANT);
	await page.getByRole("link", { name: "카카오 로그인" }).click();
	await asTyped(page, person);
	await page.waitForURL(/\/auth\/signup\/form\?/);
	await expect(page.locator("[name=name]")).toHaveValue(person.name);
	await textbox(page, "휴대폰 번호").fill(person.phone);
	await button(page, "인증번호 받기").click();
	await textbox(page, "인증번호").fill(await codeFor(person.phone));
	await page.getByText("인증이 완료됐어요.").waitFor();
	await checkScreen("social-sign-up");
	await chooseAccount(page, person.id);
	await button(page, "주소도 적어 둘게요 (선택)").click();
	await findAddress(page, checkScreen);
	await join(page);
}

async function asTyped(page: Page, person: Person) {
	await page.getByText("직접 입력").click();
	await page.locator("input[name=name]").fill(person.name);
	await page.locator("input[name=phone]").fill(person.phone);
	await page.locator("input[name=birth]").fill("1991-04-12");
	const email = page.locator("input[name=email]");
	if (await email.count()) await email.fill(person.email);
	await page.getByRole("button", { name: /^입력한 사람으로/ }).click();
}

async function logOut(page: Page) {
	await page.getByRole("button", { name: /메뉴/ }).click();
	await button(page, "로그아웃").click();
	await page.waitForURL(/\/auth\/signin/);
}

async function signInByKakao(page: Page, person: Person) {
	await visit(page, "/auth/signin?redirect=%2Faccount", TENANT);
	await page.getByRole("link", { name: "카카오 로그인" }).click();
	await asTyped(page, person);
	await page.getByRole("heading", { name: "내 계정" }).waitFor();
	expect(new URL(page.url()).pathname, "the redirect is honoured").toBe("/account");
}

async function refuseKakao(page: Page, checkScreen: CheckScreen) {
	await visit(page, "/auth/signin", TENANT);
	await page.getByRole("link", { name: "카카오 로그인" }).click();
	await page.getByRole("button", { name: "동의하지 않기" }).click();
	await page.getByText("간편 로그인을 취소하셨어요.").waitFor();
	await checkScreen("social-denied");
}

/** Recovers the login ID and sets a new password by the links received. */
async function recover(page: Page, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/auth/find-id", TENANT);
	await page.getByText("이메일", { exact: true }).click();
	await textbox(page, "이메일").fill("nobody@example.com");
	await button(page, "아이디 받기").click();
	await page.getByText("등록되지 않은 이메일 주소예요.").waitFor();
	await checkScreen("find-id-missing");
	await button(page, "확인").click();
	await textbox(page, "이메일").fill(person.email);
	await button(page, "아이디 받기").click();
	await page.getByText("등록된 이메일 주소로 전송됐어요.").waitFor();
	await checkScreen("find-id-sent");
	await messageTo(person.email, new RegExp(person.id));

	await visit(page, "/auth/find-password", TENANT);
	await textbox(page, "아이디").fill(person.id);
	await page.getByText("이메일", { exact: true }).click();
	await textbox(page, "이메일").fill(person.email);
	await button(page, "링크 받기").click();
	await page.getByText("등록된 이메일 주소로 전송됐어요.").waitFor();
	const link = await messageTo(person.email, /https?:\/\/\S+\/reset-password\/[\w-]+/);
	secrets.push(link.slice(link.lastIndexOf("/") + 1));
	await page.goto(link, { waitUntil: "networkidle" });
	await page.locator("[name=password]").fill(NEW_PASSWORD);
	await page.locator("[name=verifyPassword]").fill(NEW_PASSWORD);
	await checkScreen("reset-password");
	await button(page, "비밀번호 변경").click();
	await page.getByText("비밀번호를 바꿨어요.").waitFor();
	await page.goto(link, { waitUntil: "networkidle" });
	await page.getByText("비밀번호를 바꾸는 링크가 만료됐거나 이미 쓰였어요.").waitFor();
	await checkScreen("reset-used");
	await textbox(page, "아이디").fill(person.id);
	await page.locator("[name=password]").fill(NEW_PASSWORD);
	await button(page, "로그인").click();
	await page.getByText(`${person.name} 님, 안녕하세요`).waitFor();
}

/** Opens the account, requests and downloads the data, and deletes the account. */
async function exportAndLeave(page: Page, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/account/consents", TENANT);
	await page.getByRole("heading", { name: "동의 관리" }).waitFor();
	const training = page.getByRole("region", { name: /^AI 학습에 사용/ });
	await training.getByText("동의 안 함").waitFor();
	await button(training, "동의하기").click();
	await training.getByText("동의함", { exact: true }).waitFor();
	await checkScreen("consents");
	await button(training, "동의 거두기").click();
	await button(page, "거두기").click();
	await training.getByText("동의 안 함").waitFor();
	await visit(page, "/notifications", TENANT);
	await page.getByRole("heading", { level: 1 }).waitFor();
	await checkScreen("notifications");
	await visit(page, "/account", TENANT);
	await checkScreen("account");
	await button(page, "파일 요청하기").click();
	await page.getByText("요청을 받았어요").waitFor();
	const link = await messageTo(person.email, /https?:\/\/\S+\/patients\/export\/[\w-]+/);
	secrets.push(link.slice(link.lastIndexOf("/") + 1));
	const downloading = page.waitForEvent("download");
	await page.evaluate((address) => location.assign(address), link);
	const download = await downloading;
	expect(download.suggestedFilename(), "the link gives a zip").toMatch(/\.zip$/);
	const file = readFileSync(await download.path());
	expect(file.subarray(0, 2).toString(), "which is one").toBe("PK");

	await visit(page, "/account/leave", TENANT);
	await checkScreen("leave");
	await page.getByText("위 내용을 모두 확인했어요").click();
	await button(page, "탈퇴하기").click();
	await page.getByLabel("비밀번호", { exact: true }).fill(NEW_PASSWORD);
	await checkScreen("leave-confirm");
	await button(page, "네, 탈퇴할게요").click();
	await page.getByRole("heading", { name: "함께해 주셔서 고마웠어요" }).waitFor();
	await checkScreen("goodbye");
	await visit(page, "/auth/signin", TENANT);
	await textbox(page, "아이디").fill(person.id);
	await page.locator("[name=password]").fill(NEW_PASSWORD);
	await button(page, "로그인").click();
	await page.getByText("아이디 또는 비밀번호가").waitFor();
}

/** Signs up at a tenant that requires an identity check, in a popup. */
async function signUpByIdentity(page: Page, person: Person, checkScreen: CheckScreen) {
	await visit(page, "/auth/signup/form", STRICT_TENANT);
	const opened = page.waitForEvent("popup");
	await button(page, "본인인증").click();
	const popup = await opened;
	await popup.getByText("직접 입력").waitFor();
	await asTyped(popup, person);
	await page.getByText("본인인증이 완료됐어요.").waitFor();
	await checkScreen("identity-verified");
	await chooseAccount(page, person.id);
	await join(page);
}

interface Person {
	id: string;
	name: string;
	phone: string;
	email: string;
}

function newPerson(): Person {
	const id = `way${digits(10)}`;
	const person = { id, name: `하늘${digits(6)}`, phone: `010${digits(8)}`, email: `${id}@example.com` };
	secrets.push(...Object.values(person));
	return person;
}

// the browser logs each failed request as an error; these are expected
test.use({ expectedFaults: /status of (401|404)/ });

test("person_signs_up_recovers_exports_and_leaves", async ({ openWindow }) => {
	const { page, checkScreen } = await openWindow("account");
	const person = newPerson();
	await refuseKakao(page, checkScreen);
	await signUpByKakao(page, person, checkScreen);
	await visit(page, "/", TENANT);
	await logOut(page);
	await signInByKakao(page, person);
	await visit(page, "/", TENANT);
	await logOut(page);
	await recover(page, person, checkScreen);
	await exportAndLeave(page, person, checkScreen);
	await signUpByIdentity(page, newPerson(), checkScreen);
	expectLogsWithout(secrets);
});
