// A passkey in a real browser with Chromium's virtual authenticator: staff add one and sign in with it, and a page of
// another origin gets no valid signature.
import type { Page } from "@playwright/test";
import { type CheckScreen, DESKTOP, expect, test } from "./fixtures";
import { button, clinicHost, staffMember, visit } from "./product";

const nurse = staffMember("nurse01");
const HOST = clinicHost();
const NAME = "진료실 노트북";
const SECOND_STEP = "/api/v1/institutions/auth/second-factor/passkey";
/** The clinic's host at another port, and another host. */
const OTHER_PORT = `http://${HOST}:8499`;
const OTHER_HOST = "http://elsewhere.localhost:8499";

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

async function enterPassword(page: Page) {
	await visit(page, "/clinic", HOST);
	await page.waitForURL(/\/clinic\/signin/);
	await page.locator("[name=loginId]").fill(nurse.loginId);
	await page.locator("[name=password]").fill(nurse.password);
	await page.locator("[name=password]").press("Enter");
}

const worklist = (page: Page) => page.getByRole("region", { name: "작업 목록" });

async function signOut(page: Page) {
	await visit(page, "/clinic", HOST);
	await button(page, "로그아웃").click();
	await page.waitForURL(/\/clinic\/signin/);
}

async function addPasskey(
	page: Page,
	recognize: (isOwner: boolean) => Promise<unknown>,
	checkScreen: CheckScreen,
) {
	await visit(page, "/clinic/account", HOST);
	await button(page, "패스키 추가").click();
	const dialog = page.getByRole("dialog", { name: "패스키 추가" });
	await dialog.getByRole("textbox", { name: "패스키 이름" }).fill(NAME);
	await dialog.locator("[name=currentPassword]").fill(nurse.password);
	await recognize(false);
	await button(dialog, "패스키 만들기").click();
	await dialog.getByText("확인이 취소됐어요. 다시 시도해 주세요.").waitFor();
	await recognize(true);
	await button(dialog, "패스키 만들기").click();
	const codes = dialog.getByRole("list", { name: "복구 코드" }).getByRole("listitem");
	await expect(codes).toHaveCount(10);
	await button(dialog, "적어 두었어요").click();
	await page.getByRole("list", { name: "패스키" }).getByText(NAME, { exact: true }).waitFor();
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

async function removePasskey(page: Page) {
	await visit(page, "/clinic/account", HOST);
	await page.getByRole("button", { name: new RegExp(`^삭제 ?: ${NAME}$`) }).click();
	const dialog = page.getByRole("dialog", { name: `${NAME} 패스키를 삭제할까요?` });
	await dialog.locator("[name=currentPassword]").fill(nurse.password);
	await button(dialog, "삭제하기").click();
	await page.getByText(NAME, { exact: true }).waitFor({ state: "detached" });
}

test("passkey_is_the_second_step_of_a_sign_in", async ({ openWindow }) => {
	const { page, checkScreen } = await openWindow("passkeys", DESKTOP);
	const recognize = await addAuthenticator(page);
	await enterPassword(page);
	await worklist(page).waitFor();
	await addPasskey(page, recognize, checkScreen);
	await signOut(page);

	await enterPassword(page);
	await button(page, "패스키로 확인").waitFor();
	await checkScreen("second-step");
	await relay(page);
	await recognize(false);
	await button(page, "패스키로 확인").click();
	await page.getByText("확인이 취소됐어요. 다시 시도해 주세요.").waitFor();
	await recognize(true);
	await button(page, "패스키로 확인").click();
	await worklist(page).waitFor();

	await removePasskey(page);
	await signOut(page);
	await enterPassword(page);
	await worklist(page).waitFor();
});
