// The installed app without a network: the shell opens, and the latest results can be read. The other journeys block
// service workers, since tests cannot intercept what these answer.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PASSWORD, signUpByApi } from "./people";
import { button, required, visit } from "./product";

const RESULT_WAIT_MS = 60_000;

test.use({ expectedFaults: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

async function signIn(page: Page, id: string) {
	await visit(page, "/auth/signin");
	await page.locator("[name=loginUserId]").fill(id);
	await page.locator("[name=password]").fill(PASSWORD);
	await page.locator("[name=password]").press("Enter");
	await page.getByText("김하늘 님, 안녕하세요").waitFor();
}

async function selfCheck(page: Page) {
	await visit(page, "/self-check");
	await button(page, "동의하고 시작하기").click();
	const chooser = page.waitForEvent("filechooser");
	await button(page, "앨범에서 선택").click();
	await (await chooser).setFiles(required("HYEOBOM_PHOTO"));
	await page.waitForURL(/\/self-check\/\d+/, { timeout: RESULT_WAIT_MS });
	await page.locator("[data-part=outline] path").first().waitFor({ timeout: RESULT_WAIT_MS });
}

test("latest_results_open_without_a_network", async ({ openWindow }) => {
	const id = await signUpByApi("김하늘");
	const { page, context, checkScreen } = await openWindow("offline", { serviceWorkers: "allow" });
	await signIn(page, id);
	await selfCheck(page);
	const result = new URL(page.url()).pathname;
	const percent = await page.getByText("혀 건강 점수").locator("xpath=following::p[1]").textContent();
	await visit(page, "/records");
	await page.getByText(/자가 검진 \d+%/).waitFor();
	// the app registers its worker after the first paint; the worker then stores the shell
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

	await context.setOffline(true);
	await page.goto(new URL("/records", page.url()).href);
	await page.getByText("인터넷에 연결되어 있지 않아요").waitFor();
	await page.getByText(/자가 검진 \d+%/).waitFor();
	await checkScreen("records");
	await page.goto(new URL(result, page.url()).href);
	await expect(page.getByText("혀 건강 점수").locator("xpath=following::p[1]")).toHaveText(percent ?? "");
	await expect(page.getByRole("button", { name: /, [012]점, / })).toHaveCount(9);
});
