import { expect, type Page } from "@playwright/test";
import type { Words } from "./clinic-words";
import type { Look } from "./fixtures";

/** Finds the journey's entries in the access log by the patient's name, and in the month's review. */
export async function reviewAccessLog(
	clinic: Page,
	words: Words,
	names: { patient: string; member: string },
	look: Look,
): Promise<void> {
	await clinic.getByRole("link", { name: words.accessLog, exact: true }).click();
	await clinic.getByRole("searchbox").fill(names.patient);
	const entries = clinic.getByRole("list", { name: words.accessEntries });
	await entries.getByText(words.accessReleased).first().waitFor();
	await entries
		.getByRole("link")
		.filter({ hasNotText: names.patient })
		.first()
		.waitFor({ state: "detached" });
	await expect(entries).toHaveAttribute("aria-busy", "false");
	const whose = await entries.getByRole("link").allTextContents();
	expect(whose.length > 5 && whose.every((text) => text.includes(names.patient)), `${whose}`).toBe(true);
	await look("access-log");
	await clinic.getByRole("link", { name: words.accessReview }).click();
	await clinic.getByText(words.accessSound).waitFor();
	await clinic.getByRole("list", { name: words.accessMembers }).getByText(names.member).waitFor();
	await look("access-review");
}
