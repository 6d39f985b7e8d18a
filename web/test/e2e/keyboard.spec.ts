// By keyboard alone: sign in, use the menu, the bell and the consents, and sign out. The focus always stays on a
// visible element, and elements are found by role and name, as with a screen reader.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PASSWORD, signUpByApi } from "./people";
import { visit } from "./product";

const NAME = "김하늘";
const MAX_STOPS = 60;

/** The focus is on a visible element; after Tab it also has a focus ring. */
async function expectFocusSeen(page: Page, brought: boolean) {
	const { name, visible, marked } = await page.evaluate(() => {
		const at = document.activeElement ?? document.body;
		const { width, height, bottom, top } = at.getBoundingClientRect();
		const { outlineStyle, boxShadow } = getComputedStyle(at);
		return {
			name: `${at.tagName} ${at.getAttribute("aria-label") ?? at.textContent?.slice(0, 40)}`,
			visible: at !== document.body && width > 1 && height > 1 && bottom > 0 && top < innerHeight,
			marked: outlineStyle !== "none" || boxShadow !== "none",
		};
	});
	expect(visible, `the focus can be seen: ${name}`).toBe(true);
	if (brought) expect(marked, `the focus is marked: ${name}`).toBe(true);
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
const menu = (page: Page) => button(page, `${NAME} 님의 메뉴`);
const home = /오늘의 혀 상태/;

async function signIn(page: Page, id: string) {
	await visit(page, "/auth/signin");
	await press(page, "Tab");
	await expect(link(page, "본문 바로가기"), "the first stop leads past the header").toBeFocused();
	await press(page, "Enter");
	await goTo(page, page.getByRole("textbox", { name: "아이디", exact: true }));
	await page.keyboard.type(id);
	await goTo(page, page.getByLabel("비밀번호", { exact: true }));
	await page.keyboard.type(PASSWORD);
	await page.keyboard.press("Enter");
	await arrive(page, home);
}

/** Opens the menu, tabs through it, and closes it where it was opened. */
async function openMenu(page: Page) {
	await goTo(page, menu(page), "Shift+Tab");
	await press(page, "Enter");
	await expect(menu(page)).toHaveAttribute("aria-expanded", "true");
	const list = page.getByRole("navigation", { name: "내 메뉴" });
	for (const name of ["자가 검진", "기록", "내 계정"]) await goTo(page, link(list, name));
	for (const name of ["로그아웃", "한국어", "English"]) await goTo(page, button(page, name));
	await press(page, "Escape");
	await expect(menu(page), "Escape gives the focus back").toBeFocused();
	await expect(menu(page)).toHaveAttribute("aria-expanded", "false");
}

async function openNotifications(page: Page) {
	const bell = page.getByRole("link", { name: /^알림/ });
	await goTo(page, bell, "Shift+Tab");
	await press(page, "Enter");
	await arrive(page, /알림/);
}

/** Gives the consent on health data, and starts to withdraw it. */
async function manageConsents(page: Page) {
	await goTo(page, menu(page), "Shift+Tab");
	await press(page, "Space");
	await goTo(page, link(page, "내 계정"));
	await page.keyboard.press("Enter");
	await arrive(page, "내 계정");
	await goTo(page, link(page, "동의 관리"));
	await page.keyboard.press("Enter");
	await arrive(page, "동의 관리");
	const health = page.getByRole("region", { name: /^건강정보/ });
	await goTo(page, button(health, "동의하기"));
	await press(page, "Enter");
	await button(health, "동의 거두기").waitFor();
	await expect(button(health, "동의 거두기"), "the consent's button keeps the focus").toBeFocused();
	await press(page, "Enter");
	const sheet = page.getByRole("dialog", { name: "건강정보 동의를 거둘까요?" });
	await sheet.waitFor();
	await goTo(page, sheet.getByRole("button", { name: "그대로 두기", exact: true }));
	await press(page, "Escape");
	await sheet.waitFor({ state: "detached" });
	await expect(button(health, "동의 거두기"), "the sheet gives the focus back").toBeFocused();
}

async function signOut(page: Page) {
	await goTo(page, menu(page), "Shift+Tab");
	await press(page, "Space");
	await goTo(page, button(page, "로그아웃"));
	await page.keyboard.press("Enter");
	await arrive(page, "다시 만나서 반가워요");
}

test("keyboard_alone_signs_in_moves_and_signs_out", async ({ openWindow }) => {
	const { page } = await openWindow("keyboard");
	await signIn(page, await signUpByApi(NAME));
	await openMenu(page);
	await openNotifications(page);
	await manageConsents(page);
	await signOut(page);
});
