// By keyboard alone: sign in, use the menu, the bell and the consents, and sign out. The focus always stays on a
// visible element, and elements are found by role and name, as with a screen reader.
import type { Locator, Page } from "@playwright/test";
import { expect, type Language, test } from "./fixtures";
import { PASSWORD, signUpByApi } from "./people";
import { visit } from "./product";

const MAX_STOPS = 60;

const TEXTS = {
	ko: {
		person: "김하늘",
		skip: "본문 바로가기",
		id: "아이디",
		password: "비밀번호",
		home: /오늘의 혀 상태/,
		menu: "김하늘 님의 메뉴",
		menuList: "내 메뉴",
		menuLinks: ["자가 검진", "기록", "내 계정"],
		bell: /^알림/,
		notifications: /알림/,
		account: "내 계정",
		consents: "동의 관리",
		health: /^건강정보/,
		agree: "동의하기",
		withdraw: "동의 거두기",
		withdrawTitle: "건강정보 동의를 거둘까요?",
		keep: "그대로 두기",
		logOut: "로그아웃",
		signIn: "다시 만나서 반가워요",
	},
	en: {
		person: "Haneul Kim",
		skip: "Skip to content",
		id: "ID",
		password: "Password",
		home: /How’s your tongue today/,
		menu: "Menu of Haneul Kim",
		menuList: "Your menu",
		menuLinks: ["Self-check", "Records", "Your account"],
		bell: /^Notifications/,
		notifications: /notifications/i,
		account: "Your account",
		consents: "Consents",
		health: /^Health data/,
		agree: "Agree",
		withdraw: "Withdraw consent",
		withdrawTitle: "Withdraw consent to health data?",
		keep: "Keep it",
		logOut: "Sign out",
		signIn: "Welcome back",
	},
};

type Texts = (typeof TEXTS)[Language];

/** The focus is on a visible element; after Tab it also has a focus ring. */
async function expectFocusSeen(page: Page, brought: boolean) {
	await expect(async () => {
		const { name, visible, marked } = await page.evaluate(focusState);
		expect(visible, `the focus can be seen: ${name}`).toBe(true);
		if (brought) expect(marked, `the focus is marked: ${name}`).toBe(true);
	}).toPass();
}

/** Runs in the page. The element with the focus, and how it is seen. */
function focusState() {
	const at = document.activeElement ?? document.body;
	const { width, height, bottom, top } = at.getBoundingClientRect();
	const { outlineStyle, boxShadow } = getComputedStyle(at);
	return {
		name: `${at.tagName} ${at.getAttribute("aria-label") ?? at.textContent?.slice(0, 40)}`,
		visible: at !== document.body && width > 1 && height > 1 && bottom > 0 && top < innerHeight,
		marked: outlineStyle !== "none" || boxShadow !== "none",
	};
}

async function press(page: Page, key: string) {
	await page.keyboard.press(key);
	await expectFocusSeen(page, key.endsWith("Tab"));
}

const isAt = (target: Locator) =>
	target.evaluateAll((found) => found.length === 1 && found[0] === document.activeElement);

/** Tabs forward or back until the target has the focus. */
async function goTo(page: Page, target: Locator, key = "Tab") {
	// on a slow machine, Tab would pass elements that are not rendered yet
	await target.first().waitFor();
	for (let stops = 0; stops < MAX_STOPS; stops += 1) {
		if (await isAt(target)) return;
		await press(page, key);
	}
	throw new Error(`${target} is not reached by ${key}`);
}

/** Waits for a screen by its heading. After a navigation the screen has the focus. */
async function arrive(page: Page, heading: string | RegExp) {
	await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
	await page.waitForFunction(() => document.activeElement?.id === "main");
	await expectFocusSeen(page, false);
}

const link = (page: Page | Locator, name: string) => page.getByRole("link", { name, exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true });
const menu = (page: Page, texts: Texts) => button(page, texts.menu);

async function signIn(page: Page, texts: Texts, id: string) {
	await visit(page, "/auth/signin");
	await press(page, "Tab");
	await expect(link(page, texts.skip), "the first stop leads past the header").toBeFocused();
	await press(page, "Enter");
	await goTo(page, page.getByRole("textbox", { name: texts.id, exact: true }));
	await page.keyboard.type(id);
	await goTo(page, page.getByLabel(texts.password, { exact: true }));
	await page.keyboard.type(PASSWORD);
	await page.keyboard.press("Enter");
	await arrive(page, texts.home);
}

/** Opens the menu, tabs through it, and closes it where it was opened. */
async function openMenu(page: Page, texts: Texts) {
	await goTo(page, menu(page, texts), "Shift+Tab");
	await press(page, "Enter");
	await expect(menu(page, texts)).toHaveAttribute("aria-expanded", "true");
	const list = page.getByRole("navigation", { name: texts.menuList });
	for (const name of texts.menuLinks) await goTo(page, link(list, name));
	for (const name of [texts.logOut, "한국어", "English"]) await goTo(page, button(page, name));
	await press(page, "Escape");
	await expect(menu(page, texts), "Escape gives the focus back").toBeFocused();
	await expect(menu(page, texts)).toHaveAttribute("aria-expanded", "false");
}

async function openNotifications(page: Page, texts: Texts) {
	await goTo(page, page.getByRole("link", { name: texts.bell }), "Shift+Tab");
	await press(page, "Enter");
	await arrive(page, texts.notifications);
}

/** Gives the consent on health data, and starts to withdraw it. */
async function manageConsents(page: Page, texts: Texts) {
	await goTo(page, menu(page, texts), "Shift+Tab");
	await press(page, "Space");
	await goTo(page, link(page, texts.account));
	await page.keyboard.press("Enter");
	await arrive(page, texts.account);
	await goTo(page, link(page, texts.consents));
	await page.keyboard.press("Enter");
	await arrive(page, texts.consents);
	const health = page.getByRole("region", { name: texts.health });
	await goTo(page, button(health, texts.agree));
	await press(page, "Enter");
	await button(health, texts.withdraw).waitFor();
	await expect(button(health, texts.withdraw), "the consent's button keeps the focus").toBeFocused();
	await press(page, "Enter");
	const sheet = page.getByRole("dialog", { name: texts.withdrawTitle });
	await sheet.waitFor();
	await goTo(page, sheet.getByRole("button", { name: texts.keep, exact: true }));
	await press(page, "Escape");
	await sheet.waitFor({ state: "detached" });
	await expect(button(health, texts.withdraw), "the sheet gives the focus back").toBeFocused();
}

async function signOut(page: Page, texts: Texts) {
	await goTo(page, menu(page, texts), "Shift+Tab");
	await press(page, "Space");
	await goTo(page, button(page, texts.logOut));
	await page.keyboard.press("Enter");
	await arrive(page, texts.signIn);
}

test("keyboard_alone_signs_in_moves_and_signs_out", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const { page } = await openWindow("keyboard");
	await signIn(page, texts, await signUpByApi(texts.person));
	await openMenu(page, texts);
	await openNotifications(page, texts);
	await manageConsents(page, texts);
	await signOut(page, texts);
});
