// A patient's whole journey through the running product. `HYEOBOM_DEV_JSON` tells where it runs, `HYEOBOM_PHOTO` is a
// photo of a tongue, and screenshots go to `HYEOBOM_OUT`.
import type { Page } from "@playwright/test";
import { type CheckScreen, expect, type Language, test } from "./fixtures";
import { button, codeFor, digits, required, visit } from "./product";

const photo = required("HYEOBOM_PHOTO");
const PASSWORD = "hyeobom1!";
const RESULT_WAIT_MS = 60_000;

const TEXTS = {
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
		trend: "AI scores over time",
		compare: "Cell by cell since last time",
		history: "Records",
		logOut: "Sign out",
		signIn: "Sign in",
		hello: "Hello, Haneul Kim",
	},
};

type Texts = (typeof TEXTS)[Language];

interface Account {
	id: string;
	phone: string;
}

async function chooseLanguage(page: Page, texts: Texts, language: Language) {
	await page.getByRole("button", { name: /메뉴|menu/i }).click();
	await button(page, texts.language).click();
	await expect(page.locator("html")).toHaveAttribute("lang", language);
}

async function signUp(page: Page, texts: Texts, account: Account, checkScreen: CheckScreen) {
	await page.getByRole("link", { name: texts.signUp, exact: true }).click();
	await checkScreen("sign-up");
	await page.getByRole("link", { name: texts.withId }).click();
	const field = (name: string) => page.getByRole("textbox", { name, exact: true });
	await field(texts.name).fill(texts.person);
	// Like the browser's autofill of a birth date.
	await page.locator("input[type=date][name=birth]").fill("1991-04-12");
	await field(texts.phone).fill(account.phone);
	await button(page, texts.send).click();
	await field(texts.code).waitFor();
	await checkScreen("sign-up-form");
	// A complete code is verified at once.
	await field(texts.code).fill(await codeFor(account.phone));
	await page.getByText(texts.confirmed).waitFor();
	await button(page, texts.next).click();
	await field(texts.id).fill(account.id);
	await button(page, texts.check).click();
	await page.getByText(texts.free).waitFor();
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=verifyPassword]").fill(PASSWORD);
	await checkScreen("sign-up-account");
	await button(page, texts.next).click();
	await button(page, texts.join).waitFor();
	await checkScreen("sign-up-terms");
	await expect(button(page, texts.join), "join waits for the agreements").toBeDisabled();
	await page.getByText(texts.all).click();
	await button(page, texts.join).click();
	await page.getByRole("heading", { name: texts.welcome }).waitFor();
	await checkScreen("welcome");
}

/** Makes a check and checks its result. */
async function selfCheck(page: Page, texts: Texts) {
	const chooser = page.waitForEvent("filechooser");
	await button(page, texts.album).click();
	await (await chooser).setFiles(photo);
	await page.waitForURL(/\/self-check\/\d+/, { timeout: RESULT_WAIT_MS });
	const outline = page.locator("[data-part=outline] path").first();
	await outline.waitFor({ timeout: RESULT_WAIT_MS });
	await expect(outline, "the outline has at least eight points").toHaveAttribute("d", /(Q[^Q]*){8}/);
	const cells = page.getByRole("button", { name: texts.cell });
	await expect(cells, "nine cells").toHaveCount(9);
	await expect(async () => {
		const scores = (await cells.allTextContents()).map(Number);
		const percent = Math.round((scores.reduce((sum, score) => sum + score, 0) / 18) * 100);
		const shown = Number.parseInt((await percentOn(page, texts).textContent()) ?? "", 10);
		expect(shown, "the percentage follows from the nine digits").toBe(percent);
	}).toPass();
	const isDrawn = () =>
		page
			.locator("main img")
			.first()
			.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
	await expect.poll(isDrawn, { message: "the photo is loaded" }).toBe(true);
}

const percentOn = (page: Page, texts: Texts) => page.getByText(texts.score).locator("xpath=following::p[1]");

/** The number is seen without scrolling on the smallest phone, and nothing lies over it. */
async function scoreIsInView(page: Page, texts: Texts) {
	const size = page.viewportSize();
	await page.setViewportSize({ width: 320, height: 568 });
	await page.evaluate(() => scrollTo(0, 0));
	const number = percentOn(page, texts);
	await expect(number).toBeInViewport({ ratio: 1 });
	const isOnTop = () =>
		number.evaluate((element) => {
			const { x, y, width, height } = element.getBoundingClientRect();
			return element.contains(document.elementFromPoint(x + width / 2, y + height - 1));
		});
	await expect.poll(isOnTop, { message: "nothing lies over the number" }).toBe(true);
	if (size) await page.setViewportSize(size);
}

async function checks(page: Page, texts: Texts, checkScreen: CheckScreen) {
	await page.getByRole("link", { name: texts.selfCheck }).first().click();
	await button(page, texts.agree).waitFor();
	await checkScreen("consent");
	await button(page, texts.agree).click();
	await button(page, texts.album).waitFor();
	await checkScreen("self-check");
	await selfCheck(page, texts);
	await checkScreen("result-first");
	await scoreIsInView(page, texts);
	await page.getByRole("link", { name: texts.again }).click();
	await selfCheck(page, texts);
	await page.getByRole("heading", { name: texts.trend }).waitFor();
	await page.getByRole("heading", { name: texts.compare }).waitFor();
	await page.getByRole("button", { name: texts.cell }).nth(1).click();
	await checkScreen("result-second");
	await page.getByRole("radio", { name: texts.expert }).click();
	await checkScreen("result-expert");
	await photoWithoutCode(page);
	await missingCode(page);
}

/** The first script alone shows the photo of a result: every file of code is withheld. */
async function photoWithoutCode(page: Page) {
	const tab = await page.context().newPage();
	await tab.route("**/assets/*.js", () => new Promise(() => undefined));
	await tab.goto(page.url(), { waitUntil: "commit" });
	await expect(tab.locator("img[data-early-photo]"), "the photo is on the skeleton").toBeVisible();
	await tab.close();
}

/** A page whose code cannot be loaded is reloaded once, and then says so. */
async function missingCode(page: Page) {
	const tab = await page.context().newPage();
	let loads = 0;
	// not by an event of the document: it can be left before that
	tab.on("request", (request) => {
		if (request.isNavigationRequest()) loads += 1;
	});
	await tab.route("**/assets/core-*.js", (route) => route.abort());
	await tab.goto(new URL("/auth/signin", page.url()).href, { waitUntil: "commit" });
	await expect(tab.getByRole("alert")).toContainText("Part of this page did not load");
	expect(loads, "the page was reloaded once").toBe(2);
	await tab.close();
}

async function history(page: Page, texts: Texts, checkScreen: CheckScreen) {
	await page.getByRole("button", { name: texts.menu }).click();
	await page.getByRole("banner").getByRole("link", { name: texts.history, exact: true }).click();
	await page.getByRole("heading", { name: texts.history, level: 1 }).waitFor();
	await page.locator("main li a").nth(1).waitFor();
	await expect(page.locator("main li a"), "both checks are in the history").toHaveCount(2);
	await checkScreen("history");
}

async function signOutAndIn(page: Page, texts: Texts, account: Account, checkScreen: CheckScreen) {
	await page.getByRole("button", { name: texts.menu }).click();
	await button(page, texts.logOut).click();
	await page.waitForURL(/\/auth\/signin$/);
	const credentials = async () =>
		(await page.context().cookies()).filter(({ name }) => name === "authorization");
	await expect.poll(credentials, { message: "the credential is gone" }).toEqual([]);
	await checkScreen("sign-in");
	await visit(page, "/self-check/history");
	// the former address, or already its new one
	await page.waitForURL(/\/auth\/signin\?redirect=%2F(self-check%2Fhistory|records%3Fkind%3Dcheck)$/);
	await page.locator("[name=loginUserId]").fill(account.id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("heading", { name: texts.history, level: 1 }).waitFor();
	await page.waitForURL(/\/records\?kind=check$/);
}

async function otherScreens(page: Page, texts: Texts, checkScreen: CheckScreen) {
	for (const [name, path] of [
		["terms", "/terms"],
		["privacy", "/privacy"],
		["find-id", "/auth/find-id"],
		["find-password", "/auth/find-password"],
		["apply-tci", "/apply-tci"],
		["notifications", "/notifications"],
		["account", "/account"],
		["profile", "/account/profile"],
		["people", "/account/people"],
		["terms-state", "/account/terms"],
		["notification-settings", "/account/notifications"],
		["consents", "/account/consents"],
		["sessions", "/account/sessions"],
		["leave", "/account/leave"],
		["about-ai", "/about-ai"],
		["not-found", "/no-such-screen"],
	] as const) {
		await visit(page, path);
		await page.getByRole("heading", { level: 1 }).waitFor();
		await checkScreen(name);
	}
	await visit(page, "/");
	await page.getByText(texts.hello).waitFor();
	await checkScreen("home-signed-in");
}

test("patient_signs_up_checks_twice_and_returns", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const account = { id: `e2e${digits(10)}`, phone: `010${digits(8)}` };
	const { page, checkScreen } = await openWindow("check");
	await visit(page, "/");
	await chooseLanguage(page, texts, language);
	const menu = page.getByRole("button", { name: texts.menu });
	await page.keyboard.press("Escape");
	await expect(menu).toHaveAttribute("aria-expanded", "false");
	await checkScreen("home");
	await menu.click();
	await signUp(page, texts, account, checkScreen);
	await page.getByRole("link", { name: texts.home }).click();
	await checks(page, texts, checkScreen);
	await history(page, texts, checkScreen);
	await signOutAndIn(page, texts, account, checkScreen);
	await otherScreens(page, texts, checkScreen);
});
