// Sessions of one browser: what is typed and sent before the code has run is kept and stays out of the URL, and a
// sign-out or somebody else's sign-in reaches the other tabs, of patients and of staff.
import type { Page } from "@playwright/test";
import { signInToConsole } from "./clinic-screens";
import { DESKTOP, expect, type Language, test } from "./fixtures";
import { enterAccount, PASSWORD, signUpByApi } from "./people";
import { button, clinicHost, digits, staffMember, visit } from "./product";

const HOST = clinicHost();
/** The prerendered forms with a field of each. */
const FORMS = [
	["/auth/find-id", "phone", "01012345678"],
	["/auth/find-password", "loginUserId", "early01"],
	["/auth/signup/form", "name", "이른봄"],
] as const;

const TEXTS = {
	ko: { person: "김하늘", logOut: "로그아웃", worklist: "작업 목록", consoleSignIn: "치과 콘솔 로그인" },
	en: { person: "Haneul Kim", logOut: "Sign out", worklist: "Worklist", consoleSignIn: "Clinic console" },
};
type Texts = (typeof TEXTS)[Language];

/** The menu of a signed-in patient, whose name is its label. */
const menuOf = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(name) });

/** Opens a prerendered page whose code is withheld; the returned function delivers the code. */
async function openWithoutCode(page: Page, path: string): Promise<() => Promise<void>> {
	let deliver: () => void = () => undefined;
	const wanted = new Promise<void>((resolve) => {
		deliver = resolve;
	});
	await page.route("**/assets/*.js", async (route) => {
		await wanted;
		await route.continue();
	});
	await page.goto(new URL(path, page.url()).href, { waitUntil: "commit" });
	return async () => {
		deliver();
		await page.locator("form [type=submit]:enabled").waitFor();
		await page.unroute("**/assets/*.js");
	};
}

test("input_before_the_code_is_kept_and_not_sent", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const id = await signUpByApi(texts.person, HOST);
	const { page } = await openWindow("early");
	const pages: string[] = [];
	await visit(page, "/terms", HOST);
	page.on("request", (request) => {
		if (request.isNavigationRequest()) pages.push(`${request.method()} ${new URL(request.url()).pathname}`);
	});
	for (const [path, field, typed] of FORMS) {
		const deliver = await openWithoutCode(page, path);
		await page.locator(`[name=${field}]`).fill(typed);
		await page.locator(`[name=${field}]`).press("Enter");
		await deliver();
		await expect(page.locator(`[name=${field}]`)).toHaveValue(typed);
		expect(new URL(page.url()).search, "nothing typed is in the URL").toBe("");
	}
	const deliver = await openWithoutCode(page, "/auth/signin");
	await enterAccount(page, id);
	await page.locator("form [type=submit]").click({ force: true });
	await deliver();
	await expect(page.locator("[name=loginUserId]")).toHaveValue(id);
	await expect(page.locator("[name=password]")).toHaveValue(PASSWORD);
	await page.locator("[name=password]").press("Enter");
	await menuOf(page, texts.person).waitFor();
	expect(pages, "no form was sent by the browser").toEqual(
		[...FORMS.map(([path]) => path), "/auth/signin"].map((path) => `GET ${path}`),
	);
});

async function signOut(page: Page, texts: Texts, name: string) {
	await menuOf(page, name).click();
	await button(page, texts.logOut).click();
	await page.waitForURL(/\/auth\/signin/);
}

test("sign_out_and_sign_in_reach_other_tabs", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const [first, second] = [`${texts.person}${digits(4)}a`, `${texts.person}${digits(4)}b`];
	const [firstId, secondId] = [await signUpByApi(first, HOST), await signUpByApi(second, HOST)];
	const { page, context } = await openWindow("tabs");
	await visit(page, "/auth/signin", HOST);
	await enterAccount(page, firstId);
	await menuOf(page, first).waitFor();
	const other = await context.newPage();
	await visit(other, "/account", HOST);
	await menuOf(other, first).waitFor();
	await signOut(page, texts, first);
	await other.waitForURL(/\/auth\/signin\?redirect=%2Faccount$/);
	await enterAccount(page, secondId);
	await other.waitForURL(/\/account$/);
	await menuOf(other, second).waitFor();
	await expect(other.getByText(first), "nothing of the first person is left").toHaveCount(0);
	await other.close();

	const staff = await openWindow("staff-tabs", DESKTOP);
	await signInToConsole(staff.page, texts);
	const desk = await staff.context.newPage();
	await visit(desk, "/clinic/patients", HOST);
	await button(staff.page, texts.logOut).click();
	await desk.getByRole("heading", { name: texts.consoleSignIn }).waitFor();
	await signInToConsole(staff.page, texts, staffMember("doctor01"));
	await desk.waitForURL(/\/clinic\/patients$/);
	await desk.getByRole("banner").getByText("이하나").waitFor();
});
