// A passkey in a real browser with Chromium's virtual authenticator: staff add one and sign in with it, and a page of
// another origin gets no valid signature.
import type { Page } from "@playwright/test";
import { type CheckScreen, DESKTOP, expect, type Language, test } from "./fixtures";
import { addStaffByApi, PASSWORD } from "./people";
import { button, clinicHost, visit } from "./product";

const HOST = clinicHost();
const SECOND_STEP = "/api/v1/institutions/auth/second-factor/passkey";
/** The clinic's host at another port, and another host. */
const OTHER_PORT = `http://${HOST}:8499`;
const OTHER_HOST = "http://elsewhere.localhost:8499";

const TEXTS = {
	ko: {
		nurse: "강나리",
		name: "진료실 노트북",
		worklist: "작업 목록",
		logOut: "로그아웃",
		add: "패스키 추가",
		nameField: "패스키 이름",
		make: "패스키 만들기",
		canceled: "확인이 취소됐어요. 다시 시도해 주세요.",
		recovery: "복구 코드",
		recoveryNoted: "적어 두었어요",
		list: "패스키",
		use: "패스키로 확인",
		remove: /^삭제 ?: 진료실 노트북$/,
		removeTitle: "진료실 노트북 패스키를 삭제할까요?",
		doRemove: "삭제하기",
	},
	en: {
		nurse: "Nari Kang",
		name: "Exam room laptop",
		worklist: "Worklist",
		logOut: "Sign out",
		add: "Add a passkey",
		nameField: "Passkey name",
		make: "Create passkey",
		canceled: "This was canceled. Try again.",
		recovery: "Recovery codes",
		recoveryNoted: "I’ve saved them",
		list: "Passkeys",
		use: "Use a passkey",
		remove: /^Delete ?: Exam room laptop$/,
		removeTitle: "Delete the passkey Exam room laptop?",
		doRemove: "Delete",
	},
};

type Texts = (typeof TEXTS)[Language];

// the rejected signature
test.use({ expectedFaults: /status of 422/ });

/** Adds a virtual authenticator with a fingerprint reader. Returns a function that changes whether the finger matches. */
async function addAuthenticator(page: Page) {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("WebAuthn.enable");
	const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return (isUserVerified: boolean) =>
		cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

async function enterPassword(page: Page, loginId: string) {
	await visit(page, "/clinic", HOST);
	await page.waitForURL(/\/clinic\/signin/);
	await page.locator("[name=loginId]").fill(loginId);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=password]").press("Enter");
}

const worklist = (page: Page, texts: Texts) => page.getByRole("region", { name: texts.worklist });

async function signOut(page: Page, texts: Texts) {
	await visit(page, "/clinic", HOST);
	await button(page, texts.logOut).click();
	await page.waitForURL(/\/clinic\/signin/);
}

async function addPasskey(
	page: Page,
	texts: Texts,
	recognize: (isOwner: boolean) => Promise<unknown>,
	checkScreen: CheckScreen,
) {
	await visit(page, "/clinic/account", HOST);
	await button(page, texts.add).click();
	const dialog = page.getByRole("dialog", { name: texts.add });
	await dialog.getByRole("textbox", { name: texts.nameField }).fill(texts.name);
	await dialog.locator("[name=currentPassword]").fill(PASSWORD);
	await recognize(false);
	await button(dialog, texts.make).click();
	await dialog.getByText(texts.canceled).waitFor();
	await recognize(true);
	await button(dialog, texts.make).click();
	const codes = dialog.getByRole("list", { name: texts.recovery }).getByRole("listitem");
	await expect(codes).toHaveCount(10);
	await button(dialog, texts.recoveryNoted).click();
	await page.getByRole("list", { name: texts.list }).getByText(texts.name, { exact: true }).waitFor();
	await checkScreen("added");
}

/** The options of a challenge, as the page of the second step requests them. */
const begin = (page: Page) =>
	page.evaluate(async (path) => {
		const response = await fetch(`${path}/options`, { method: "POST" });
		return (await response.json()).options;
	}, SECOND_STEP);

/** The browser's result for a challenge of the clinic on a page at `origin`: a signature, or an error's name. */
async function signAt(page: Page, origin: string, options: object): Promise<unknown> {
	await page.goto(origin);
	return await page.evaluate(async (options) => {
		const { publicKey } = options as { publicKey: PublicKeyCredentialRequestOptionsJSON };
		const present = Object.fromEntries(Object.entries(publicKey).filter(([, value]) => value !== null));
		const request = PublicKeyCredential.parseRequestOptionsFromJSON(present as typeof publicKey);
		try {
			const signed = await navigator.credentials.get({ publicKey: request });
			return (signed as PublicKeyCredential).toJSON();
		} catch (error) {
			return (error as DOMException).name;
		}
	}, options);
}

/** A page that relays a challenge of the clinic gets no signature that the server accepts. */
async function relay(page: Page) {
	for (const origin of [OTHER_PORT, OTHER_HOST]) {
		const body = "<!doctype html><html lang=ko><title>다른 사이트</title>";
		await page.context().route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/html", body }));
	}
	expect(await signAt(page, OTHER_HOST, await begin(page)), "the host is another").toBe("SecurityError");
	await visit(page, "/clinic", HOST);
	const credential = await signAt(page, OTHER_PORT, await begin(page));
	expect(credential, "browsers bind passkeys to hosts, not to ports").toHaveProperty("response.signature");
	await visit(page, "/clinic", HOST);
	const response = await page.evaluate(
		async ([path, credential]) => {
			const headers = { "Content-Type": "application/json" };
			const call = { method: "POST", headers, body: JSON.stringify({ credential }) };
			const response = await fetch(path as string, call);
			return { status: response.status, code: (await response.json()).code };
		},
		[SECOND_STEP, credential],
	);
	expect(response).toEqual({ status: 422, code: "passkey_rejected" });
}

async function removePasskey(page: Page, texts: Texts) {
	await visit(page, "/clinic/account", HOST);
	await page.getByRole("button", { name: texts.remove }).click();
	const dialog = page.getByRole("dialog", { name: texts.removeTitle });
	await dialog.locator("[name=currentPassword]").fill(PASSWORD);
	await button(dialog, texts.doRemove).click();
	await page.getByText(texts.name, { exact: true }).waitFor({ state: "detached" });
}

test("passkey_is_the_second_step_of_a_sign_in", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const nurse = await addStaffByApi(texts.nurse);
	const { page, checkScreen } = await openWindow("passkeys", DESKTOP);
	const recognize = await addAuthenticator(page);
	await enterPassword(page, nurse);
	await worklist(page, texts).waitFor();
	await addPasskey(page, texts, recognize, checkScreen);
	await signOut(page, texts);

	await enterPassword(page, nurse);
	await button(page, texts.use).waitFor();
	await checkScreen("second-step");
	await relay(page);
	await recognize(false);
	await button(page, texts.use).click();
	await page.getByText(texts.canceled).waitFor();
	await recognize(true);
	await button(page, texts.use).click();
	await worklist(page, texts).waitFor();

	await removePasskey(page, texts);
	await signOut(page, texts);
	await enterPassword(page, nurse);
	await worklist(page, texts).waitFor();
});
