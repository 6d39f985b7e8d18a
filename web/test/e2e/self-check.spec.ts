// A patient's whole journey through the running product. `HYEOBOM_DEV_JSON` tells where it runs, `HYEOBOM_PHOTO` is a
// photo of a tongue, and screenshots go to `HYEOBOM_OUT`.
import type { Page } from "@playwright/test";
import { expect, type Language, type Look, test } from "./fixtures";
import { button, codeFor, digits, required, visit } from "./product";

const photo = required("HYEOBOM_PHOTO");
const PASSWORD = "hyeobom1!";
const RESULT_WAIT_MS = 60_000;

const WORDS = {
	ko: {
		menu: /메뉴/,
		language: "한국어",
		signUp: "회원가입",
		withId: "아이디로 시작하기",
		id: "아이디",
		check: "중복 확인",
		free: "사용할 수 있는 아이디예요.",
		password: "비밀번호",
		verify: "비밀번호 확인",
		name: "이름",
		person: "김하늘",
		phone: "휴대폰 번호",
		send: "인증번호 받기",
		code: "인증번호",
		confirmed: "인증이 완료됐어요.",
		next: "다음",
		all: "모두 동의해요",
		join: "가입하기",
		welcome: "김하늘 님, 환영해요!",
		home: "홈으로 가기",
		selfCheck: /혀 자가 검진/,
		agree: "동의하고 시작하기",
		album: "앨범에서 선택",
		result: "AI 결과",
		expert: "전문가 결과",
		score: "혀 건강 점수",
		again: "새로 검진하기",
		cell: /, [012]점, /,
		trend: "점수 변화",
		compare: "지난 검진과 칸별 비교",
		history: "기록",
		logOut: "로그아웃",
		signIn: "로그인",
		hello: "김하늘 님, 안녕하세요",
	},
	en: {
		menu: /menu/i,
		language: "English",
		signUp: "Sign up",
		withId: "Sign up with an ID",
		id: "ID",
		check: "Check",
		free: "This ID is available.",
		password: "Password",
		verify: "Confirm password",
		name: "Name",
		person: "Haneul Kim",
		phone: "Mobile number",
		send: "Send code",
		code: "Verification code",
		confirmed: "Phone verified.",
		next: "Next",
		all: "I agree to everything",
		join: "Create account",
		welcome: "Welcome, Haneul Kim!",
		home: "Go to home",
		selfCheck: /Tongue self-check/,
		agree: "Agree and start",
		album: "Choose from album",
		result: "AI result",
		expert: "Expert result",
		score: "Tongue health score",
		again: "New check",
		cell: /, [012], /,
		trend: "Score over time",
		compare: "Cell by cell since last time",
		history: "Records",
		logOut: "Sign out",
		signIn: "Sign in",
		hello: "Hello, Haneul Kim",
	},
};

type Words = (typeof WORDS)[Language];

interface Account {
	id: string;
	phone: string;
}

async function chooseLanguage(page: Page, words: Words, language: Language) {
	await page.getByRole("button", { name: /메뉴|menu/i }).click();
	await button(page, words.language).click();
	await expect(page.locator("html")).toHaveAttribute("lang", language);
}

async function signUp(page: Page, words: Words, account: Account, look: Look) {
	await page.getByRole("link", { name: words.signUp, exact: true }).click();
	await look("sign-up");
	await page.getByRole("link", { name: words.withId }).click();
	const field = (name: string) => page.getByRole("textbox", { name, exact: true });
	await field(words.name).fill(words.person);
	// Like the browser's autofill of a birth date.
	await page.locator("input[type=date][name=birth]").fill("1991-04-12");
	await field(words.phone).fill(account.phone);
	await button(page, words.send).click();
	await field(words.code).waitFor();
	await look("sign-up-form");
	// A complete code is verified at once.
	await field(words.code).fill(await codeFor(account.phone));
	await page.getByText(words.confirmed).waitFor();
	await button(page, words.next).click();
	await field(words.id).fill(account.id);
	await button(page, words.check).click();
	await page.getByText(words.free).waitFor();
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await look("sign-up-account");
	await button(page, words.next).click();
	await button(page, words.join).waitFor();
	await look("sign-up-terms");
	await expect(button(page, words.join), "join waits for the agreements").toBeDisabled();
	await page.getByText(words.all).click();
	await button(page, words.join).click();
	await page.getByRole("heading", { name: words.welcome }).waitFor();
	await look("welcome");
}

/** Makes a check and checks its result; returns the percentage shown. */
async function selfCheck(page: Page, words: Words) {
	const chooser = page.waitForEvent("filechooser");
	await button(page, words.album).click();
	await (await chooser).setFiles(photo);
	await page.waitForURL(/\/self-check\/\d+/, { timeout: RESULT_WAIT_MS });
	await page.locator("[data-part=outline] path").first().waitFor({ timeout: RESULT_WAIT_MS });
	const path = await page.locator("[data-part=outline] path").first().getAttribute("d");
	expect((path?.match(/Q/g) ?? []).length >= 8, "the outline has at least eight points").toBe(true);
	const cells = page.getByRole("button", { name: words.cell });
	await expect(cells, "nine cells").toHaveCount(9);
	const scores = (await cells.allTextContents()).map(Number);
	const shown = await page.getByText(words.score).locator("xpath=following::p[1]").textContent();
	const expected = Math.round((scores.reduce((sum, score) => sum + score, 0) / 18) * 100);
	expect(Number.parseInt(shown ?? "", 10), "the percentage follows from the nine digits").toBe(expected);
	const drawn = await page
		.locator("main img")
		.first()
		.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
	expect(drawn, "the photo is loaded").toBe(true);
	return expected;
}

async function checks(page: Page, words: Words, look: Look) {
	await page.getByRole("link", { name: words.selfCheck }).first().click();
	await button(page, words.agree).waitFor();
	await look("consent");
	await button(page, words.agree).click();
	await button(page, words.album).waitFor();
	await look("self-check");
	await selfCheck(page, words);
	await look("result-first");
	await page.getByRole("link", { name: words.again }).click();
	await selfCheck(page, words);
	await page.getByRole("heading", { name: words.trend }).waitFor();
	await page.getByRole("heading", { name: words.compare }).waitFor();
	await page.getByRole("button", { name: words.cell }).nth(1).click();
	await look("result-second");
	await button(page, words.expert).click();
	await look("result-expert");
}

async function history(page: Page, words: Words, look: Look) {
	await page.getByRole("button", { name: words.menu }).click();
	await page.getByRole("banner").getByRole("link", { name: words.history, exact: true }).click();
	await page.getByRole("heading", { name: words.history, level: 1 }).waitFor();
	await page.locator("main li a").nth(1).waitFor();
	await expect(page.locator("main li a"), "both checks are in the history").toHaveCount(2);
	await look("history");
}

async function signOutAndIn(page: Page, words: Words, account: Account, look: Look) {
	await page.getByRole("button", { name: words.menu }).click();
	await button(page, words.logOut).click();
	await page.waitForURL(/\/auth\/signin$/);
	const left = (await page.context().cookies()).filter(({ name }) => name === "authorization");
	expect(left.length, "the credential is gone").toBe(0);
	await look("sign-in");
	await visit(page, "/self-check/history");
	await page.waitForURL(/\/auth\/signin\?redirect=%2Fself-check%2Fhistory$/);
	await page.locator("[name=loginUserId]").fill(account.id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("heading", { name: words.history, level: 1 }).waitFor();
	await page.waitForURL(/\/records\?kind=check$/);
}

async function otherScreens(page: Page, words: Words, look: Look) {
	for (const [name, path] of [
		["terms", "/terms"],
		["privacy", "/privacy"],
		["find-id", "/auth/find-id"],
		["find-password", "/auth/find-password"],
		["apply-tci", "/apply-tci"],
		["notifications", "/notifications"],
		["account", "/account"],
		["notification-settings", "/account/notifications"],
		["consents", "/account/consents"],
		["sessions", "/account/sessions"],
		["leave", "/account/leave"],
		["about-ai", "/about-ai"],
		["not-found", "/no-such-screen"],
	] as const) {
		await visit(page, path);
		await page.getByRole("heading", { level: 1 }).waitFor();
		await look(name);
	}
	await visit(page, "/");
	await page.getByText(words.hello).waitFor();
	await look("home-signed-in");
}

test("patient signs up, checks twice, and comes back", async ({ openWindow, language }) => {
	const words = WORDS[language];
	const account = { id: `e2e${digits(10)}`, phone: `010${digits(8)}` };
	const { page, look } = await openWindow("check");
	await visit(page, "/");
	await chooseLanguage(page, words, language);
	await page.keyboard.press("Escape");
	await look("home");
	await page.getByRole("button", { name: words.menu }).click();
	await signUp(page, words, account, look);
	await page.getByRole("link", { name: words.home }).click();
	await checks(page, words, look);
	await history(page, words, look);
	await signOutAndIn(page, words, account, look);
	await otherScreens(page, words, look);
});
