// Steps of a patient's insurance claim.
import type { Page } from "@playwright/test";
import type { CheckScreen } from "./fixtures";
import type { Texts } from "./insurance-texts";
import { button, checkAll, choose, clinicHost, DAY_MS, visit } from "./product";

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Goes from the clinic to step 2. */
export async function toInfo(page: Page, texts: Texts, clinicName: string, checkScreen?: CheckScreen) {
	await visit(page, "/apply-insurance", clinicHost());
	await choose(page, clinicName, clinicName);
	await heading(page, texts.step1).waitFor();
	await choose(page, "삼성", texts.insurer);
	await checkAll(page, button(page, texts.next));
	await checkScreen?.("insurer");
	await button(page, texts.next).click();
	await heading(page, texts.step2).waitFor();
}

export async function fillInfo(page: Page, reason: string) {
	const day = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10);
	await page.locator("input[type=date][name=onsetDate]").fill(day);
	await page.locator("[name=reason]").fill(reason);
}

export async function toPay(page: Page, texts: Texts) {
	await button(page, texts.next).click();
	await heading(page, texts.step3).waitFor();
	await page.locator("[data-total]").waitFor();
}

export async function payInTab(page: Page, texts: Texts, how: string) {
	await page.getByRole("button", { name: texts.pay }).click();
	await page.locator(`[data-pay=${how}]`).click();
}
