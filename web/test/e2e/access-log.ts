import { expect, type Page } from "@playwright/test";
import type { Texts } from "./clinic-texts";
import type { CheckScreen } from "./fixtures";

/** Finds the journey's entries in the access log by the patient's name, and in the month's review. */
export async function reviewAccessLog(
	clinic: Page,
	texts: Texts,
	names: { patient: string; member: string },
	checkScreen: CheckScreen,
): Promise<void> {
	await clinic.getByRole("link", { name: texts.accessLog, exact: true }).click();
	await clinic.getByRole("searchbox").fill(names.patient);
	const entries = clinic.getByRole("list", { name: texts.accessEntries });
	await entries.getByText(texts.accessReleased).first().waitFor();
	const links = entries.getByRole("link");
	await expect(links.filter({ hasNotText: names.patient }), "no entry of others").toHaveCount(0);
	await expect(entries).toHaveAttribute("aria-busy", "false");
	await expect(links.nth(5), "six entries or more").toBeVisible();
	await checkScreen("access-log");
	await clinic.getByRole("link", { name: texts.accessReview }).click();
	// the first check runs at night
	await clinic.getByText(texts.accessUnchecked).waitFor();
	await clinic.getByRole("list", { name: texts.accessMembers }).getByText(names.member).waitFor();
	await checkScreen("access-review");
}
