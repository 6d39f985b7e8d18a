// The installed app without a network: the shell opens, and the latest results can be read. The other journeys block
// service workers, since tests cannot intercept what these answer.
import type { Page } from "@playwright/test";
import { expect, type Language, test } from "./fixtures";
import { enterAccount, signUpByApi } from "./people";
import { button, required, visit } from "./product";

const RESULT_WAIT_MS = 60_000;

const TEXTS = {
	ko: {
		person: "김하늘",
		hello: "김하늘 님, 안녕하세요",
		agree: "동의하고 시작하기",
		album: "앨범에서 선택",
		score: "혀 건강 점수",
		record: /자가 검진 \d+%/,
		offline: "인터넷에 연결되어 있지 않아요",
		cell: /, [012]점, /,
	},
	en: {
		person: "Haneul Kim",
		hello: "Hello, Haneul Kim",
		agree: "Agree and start",
		album: "Choose from album",
		score: "Tongue health score",
		record: /self-check \d+%/i,
		offline: "You’re offline.",
		cell: /, [012], /,
	},
};

type Texts = (typeof TEXTS)[Language];

test.use({ expectedFaults: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

async function signIn(page: Page, texts: Texts, id: string) {
	await visit(page, "/auth/signin");
	await enterAccount(page, id);
	await page.getByText(texts.hello).waitFor();
}

async function selfCheck(page: Page, texts: Texts) {
	await visit(page, "/self-check");
	await button(page, texts.agree).click();
	const chooser = page.waitForEvent("filechooser");
	await button(page, texts.album).click();
	await (await chooser).setFiles(required("HYEOBOM_PHOTO"));
	await page.waitForURL(/\/self-check\/\d+/, { timeout: RESULT_WAIT_MS });
	await page.locator("[data-part=outline] path").first().waitFor({ timeout: RESULT_WAIT_MS });
}

test("latest_results_open_without_a_network", async ({ openWindow, language }) => {
	const texts = TEXTS[language];
	const id = await signUpByApi(texts.person);
	const { page, context, checkScreen } = await openWindow("offline", { serviceWorkers: "allow" });
	await signIn(page, texts, id);
	await selfCheck(page, texts);
	const result = new URL(page.url()).pathname;
	const percent = await page.getByText(texts.score).locator("xpath=following::p[1]").textContent();
	await visit(page, "/records");
	await page.getByText(texts.record).waitFor();
	// a second after it is loaded, the list is stored; it is the only one that has pages
	const stored = () => page.evaluate(() => localStorage.getItem("offlineResults") ?? "");
	await expect.poll(stored).toMatch(/"pages":\[\{.*?"tcis":\[\{/);
	// the app registers its worker after the first paint; the worker then stores the shell
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

	await context.setOffline(true);
	await page.goto(new URL("/records", page.url()).href);
	await page.getByText(texts.offline).waitFor();
	await page.getByText(texts.record).waitFor();
	await checkScreen("records");
	await page.goto(new URL(result, page.url()).href);
	await expect(page.getByText(texts.score).locator("xpath=following::p[1]")).toHaveText(percent ?? "");
	await expect(page.getByRole("button", { name: texts.cell })).toHaveCount(9);
});
