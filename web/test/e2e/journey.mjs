// The whole way of a patient through the running product, in Korean and in English.
//   HYEOBOM_DEV_JSON  where the product runs ({web, inbox, …})
//   HYEOBOM_PHOTO     a JPEG of a tongue
//   HYEOBOM_OUT       where the pictures of the screens go (default: ../out/e2e)
import assert from "node:assert/strict";
import { inspect, open, phone } from "./browser.mjs";
import { button, codeFor, digits, out, required, visit } from "./product.mjs";

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
		birth: "생년월일",
		phone: "휴대폰 번호",
		send: "인증번호 받기",
		code: "인증번호",
		confirm: "확인",
		confirmed: "인증이 완료됐어요.",
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
		history: "검진 기록",
		logOut: "로그아웃",
		signIn: "로그인",
		hello: "김하늘 님, 안녕하세요",
	},
	en: {
		menu: /menu/i,
		language: "English",
		signUp: "Sign up",
		withId: "Start with an ID",
		id: "ID",
		check: "Check",
		free: "This ID is available.",
		password: "Password",
		verify: "Confirm password",
		name: "Name",
		person: "Haneul Kim",
		birth: "Date of birth",
		phone: "Mobile number",
		send: "Send code",
		code: "Code",
		confirm: "Verify",
		confirmed: "Verification complete.",
		all: "I agree to everything",
		join: "Join",
		welcome: "Welcome, Haneul Kim!",
		home: "Go home",
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
		history: "Your checks",
		logOut: "Log out",
		signIn: "Sign in",
		hello: "Hello, Haneul Kim",
	},
};

async function chooseLanguage(page, words) {
	await page.getByRole("button", { name: /메뉴|menu/i }).click();
	await button(page, words.language).click();
	await page.waitForFunction(
		(lang) => document.documentElement.lang === lang,
		words === WORDS.ko ? "ko" : "en",
	);
}

async function signUp(page, words, account, look) {
	await page.getByRole("link", { name: words.signUp, exact: true }).click();
	await look("sign-up");
	await page.getByRole("link", { name: words.withId }).click();
	const field = (name) => page.getByRole("textbox", { name, exact: true });
	await field(words.id).fill(account.id);
	await button(page, words.check).click();
	await page.getByText(words.free).waitFor();
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await field(words.name).fill(words.person);
	await field(words.birth).fill("19910412");
	await field(words.phone).fill(account.phone);
	await button(page, words.send).click();
	await field(words.code).waitFor();
	await look("sign-up-form");
	await field(words.code).fill(await codeFor(account.phone));
	await button(page, words.confirm).click();
	await page.getByText(words.confirmed).waitFor();
	assert.equal(await button(page, words.join).isDisabled(), true, "join waits for the agreements");
	await page.getByText(words.all).click();
	await button(page, words.join).click();
	await page.getByRole("heading", { name: words.welcome }).waitFor();
	await look("welcome");
}

/** Takes a check and looks at its result; answers the percentage shown. */
async function selfCheck(page, words) {
	const chooser = page.waitForEvent("filechooser");
	await button(page, words.album).click();
	await (await chooser).setFiles(photo);
	await page.waitForURL(/\/self-check\/\d+/, { timeout: RESULT_WAIT_MS });
	await page.locator("[data-part=outline] path").waitFor({ timeout: RESULT_WAIT_MS });
	const path = await page.locator("[data-part=outline] path").getAttribute("d");
	assert.ok((path?.match(/Q/g) ?? []).length >= 8, "the outline has at least eight points");
	const cells = page.getByRole("button", { name: words.cell });
	assert.equal(await cells.count(), 9, "nine cells");
	const scores = (await cells.allTextContents()).map(Number);
	const shown = await page.getByText(words.score).locator("xpath=following-sibling::p").textContent();
	const expected = Math.round((scores.reduce((sum, score) => sum + score, 0) / 18) * 100);
	assert.equal(Number.parseInt(shown ?? "", 10), expected, "the percentage follows from the nine digits");
	const drawn = await page.locator("main img").evaluate((image) => image.complete && image.naturalWidth > 0);
	assert.ok(drawn, "the photo is loaded");
	return expected;
}

async function checks(page, words, look) {
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

async function history(page, words, look) {
	await page.getByRole("button", { name: words.menu }).click();
	await page.getByRole("link", { name: words.history }).click();
	await page.getByRole("heading", { name: words.history, level: 1 }).waitFor();
	await page.locator("main li a").nth(1).waitFor();
	assert.equal(await page.locator("main li a").count(), 2, "both checks are in the history");
	await look("history");
}

async function signOutAndIn(page, words, account, look) {
	await page.getByRole("button", { name: words.menu }).click();
	await button(page, words.logOut).click();
	await page.waitForURL(/\/auth\/signin$/);
	const left = (await page.context().cookies()).filter(({ name }) => name === "authorization");
	assert.equal(left.length, 0, "the credential is gone");
	await look("sign-in");
	await visit(page, "/self-check/history");
	await page.waitForURL(/\/auth\/signin\?redirect=%2Fself-check%2Fhistory$/);
	await page.locator("[name=loginUserId]").fill(account.id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("heading", { name: words.history, level: 1 }).waitFor();
	await page.waitForURL(/\/self-check\/history$/);
}

async function otherScreens(page, words, look) {
	for (const [name, path] of [
		["terms", "/terms"],
		["privacy", "/privacy"],
		["find-id", "/auth/find-id"],
		["find-password", "/auth/find-password"],
		["apply-tci", "/apply-tci"],
		["notifications", "/notifications"],
		["account", "/account"],
		["consents", "/account/consents"],
		["sessions", "/account/sessions"],
		["leave", "/account/leave"],
		["about-ai", "/about-ai"],
		["not-found", "/no-such-screen"],
	]) {
		await visit(page, path);
		await page.getByRole("heading", { level: 1 }).waitFor();
		await look(name);
	}
	await visit(page, "/");
	await page.getByText(words.hello).waitFor();
	await look("home-signed-in");
}

async function journey(browser, language) {
	const words = WORDS[language];
	const account = { id: `e2e${digits(10)}`, phone: `010${digits(8)}` };
	const { page, context, faults } = await phone(browser);
	const look = (name) => inspect(page, `${language}-${name}`, out, faults);
	await visit(page, "/");
	await chooseLanguage(page, words);
	await page.keyboard.press("Escape");
	await look("home");
	await page.getByRole("button", { name: words.menu }).click();
	await signUp(page, words, account, look);
	await page.getByRole("link", { name: words.home }).click();
	await checks(page, words, look);
	await history(page, words, look);
	await signOutAndIn(page, words, account, look);
	await otherScreens(page, words, look);
	await context.close();
	assert.deepEqual(faults, [], `faults in ${language}`);
	console.log(`${language}: the whole journey, no faults`);
}

const browser = await open();
try {
	for (const language of process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["ko", "en"]) {
		await journey(browser, language);
	}
} finally {
	await browser.close();
}
