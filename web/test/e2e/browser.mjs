import { mkdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

const FLAGS = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const WIDTHS = [320, 390, 1280];

/** Opens a browser; `CHROMIUM` names another one than the system's. */
export function open() {
	return chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		headless: true,
		args: FLAGS,
	});
}

/** A page that keeps what went wrong on it: a phone's, unless it is asked for otherwise. */
export async function phone(browser, otherwise = {}) {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		deviceScaleFactor: 2,
		hasTouch: true,
		locale: "ko-KR",
		reducedMotion: "reduce",
		...otherwise,
	});
	const page = await context.newPage();
	const faults = [];
	page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		faults.push(`${page.url()}: ${message.text()} ${message.location().url}`);
	});
	return { page, context, faults };
}

/** Looks at a screen as it is: axe, sideways scrolling at each width, and a picture of each. */
export async function inspect(page, name, out, faults) {
	mkdirSync(out, { recursive: true });
	const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
	for (const { id, nodes } of violations) faults.push(`${name}: axe ${id}: ${nodes[0]?.html}`);
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 844 });
		await page.waitForTimeout(150);
		const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		if (over > 0) faults.push(`${name}: ${over} px too wide at ${width}`);
		await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: true });
	}
	await page.setViewportSize({ width: 390, height: 844 });
}
