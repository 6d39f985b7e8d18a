import { mkdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import {
	type BrowserContext,
	type BrowserContextOptions,
	test as base,
	expect,
	type Page,
} from "@playwright/test";
import { out } from "./product";

export type Language = "ko" | "en";

const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const WIDTHS = [320, 390, 834, 1280];
/** How long a screen may take until its data is there, or until it is drawn at another width. */
const SETTLE_WAIT_MS = 5_000;
// pictures for people; no test reads them, and they take as long as the rest of a journey
const PICTURES = process.env.PICTURES === "1";
export const DESKTOP: BrowserContextOptions = {
	viewport: { width: 1280, height: 844 },
	hasTouch: false,
	deviceScaleFactor: 1,
};

/** A browser window, and the faults that occurred in it. */
export interface Window {
	page: Page;
	context: BrowserContext;
	/**
	 * Checks the current screen with axe, and for horizontal scrolling at each width. With `PICTURES=1` it also takes
	 * screenshots.
	 */
	checkScreen: CheckScreen;
}
export type CheckScreen = (name: string) => Promise<void>;

/** Opens a window, by default a phone's; `name` is part of the screenshots' file names. */
type OpenWindow = (name: string, options?: BrowserContextOptions) => Promise<Window>;

export interface Options {
	language: Language;
	/** Further widths at which axe checks the screens, besides the window's own. */
	axeWidths: number[];
	/** Faults that a test expects, such as the browser's message of a failed request. */
	expectedFaults: RegExp | null;
}

/** Runs in the page. The fields that iOS zooms into, since their text is smaller than 16 px. */
function smallFields(): string[] {
	if (!matchMedia("(pointer: coarse)").matches) return [];
	return [...document.querySelectorAll("input, select, textarea, [contenteditable=true]")]
		.filter((field) => !["checkbox", "radio", "file", "range"].includes((field as HTMLInputElement).type))
		.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
		.map((field) => field.outerHTML);
}

/** Runs in the page. Resolves once the current layout is drawn. */
async function drawn(): Promise<void> {
	await document.fonts.ready;
	for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
}

/** Waits for the screen's data, which changes its height. Without a network, a part of the screen stays busy. */
async function settle(page: Page): Promise<void> {
	const busy = page.locator("[aria-busy=true]").filter({ visible: true }).first();
	await busy.waitFor({ state: "detached", timeout: SETTLE_WAIT_MS }).catch(() => undefined);
	await page.evaluate(drawn);
}

/** Sets the width; returns by how many pixels the page is wider. Components that measure themselves follow later. */
async function excessAt(page: Page, width: number): Promise<number> {
	await page.setViewportSize({ width, height: 844 });
	await page.waitForTimeout(150);
	const fits = () => document.documentElement.scrollWidth <= innerWidth;
	await page.waitForFunction(fits, undefined, { timeout: SETTLE_WAIT_MS }).catch(() => undefined);
	return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

interface Inspection {
	page: Page;
	/** The screen's name, for the pictures and the faults. */
	name: string;
	/** Gets the faults that are found. */
	faults: string[];
	axeWidths: readonly number[];
}

async function inspect({ page, name, faults, axeWidths }: Inspection): Promise<void> {
	mkdirSync(out, { recursive: true });
	const size = page.viewportSize() ?? { width: 390, height: 844 };
	await settle(page);
	for (const width of [size.width, ...axeWidths]) {
		await page.setViewportSize({ width, height: size.height });
		await page.evaluate(drawn);
		// as tall as the page, so that axe does not find targets covered by the bottom bar
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		await page.setViewportSize({ width, height: Math.max(size.height, height) });
		await page.evaluate(drawn);
		const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
		for (const { id, nodes } of violations) faults.push(`${name} at ${width}: axe ${id}: ${nodes[0]?.html}`);
	}
	for (const field of await page.evaluate(smallFields)) faults.push(`${name}: less than 16 px: ${field}`);
	for (const width of WIDTHS) {
		const over = await excessAt(page, width);
		if (over > 0) faults.push(`${name}: ${over} px too wide at ${width}`);
		if (PICTURES) await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: true });
	}
	await page.setViewportSize(size);
}

function watch(page: Page, faults: string[]): void {
	page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		faults.push(`${page.url()}: ${message.text()} ${message.location().url}`);
	});
}

export const test = base.extend<Options & { openWindow: OpenWindow }>({
	language: ["ko", { option: true }],
	axeWidths: [[], { option: true }],
	expectedFaults: [null, { option: true }],
	openWindow: async ({ browser, language, axeWidths, expectedFaults }, use) => {
		const faults: string[] = [];
		const contexts: BrowserContext[] = [];
		await use(async (name, options = {}) => {
			const context = await browser.newContext({
				viewport: { width: 390, height: 844 },
				// a phone's pixels are for the pictures: painting them takes a tenth of a journey
				deviceScaleFactor: PICTURES ? 2 : 1,
				hasTouch: true,
				locale: "ko-KR",
				reducedMotion: "reduce",
				...options,
			});
			contexts.push(context);
			await context.addInitScript((code) => localStorage.setItem("language", code), language);
			const page = await context.newPage();
			watch(page, faults);
			return {
				page,
				context,
				checkScreen: (screen) => inspect({ page, name: `${language}-${name}-${screen}`, faults, axeWidths }),
			};
		});
		for (const context of contexts) await context.close();
		expect(faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
	},
});
export { expect };
