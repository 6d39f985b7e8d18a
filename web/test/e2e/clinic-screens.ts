import { expect, type Page } from "@playwright/test";
import type { CheckScreen } from "./fixtures";
import { visit } from "./product";

/** Checks the search for patients, a patient's record, and the clinic's statistics. */
export async function otherScreens(
	clinic: Page,
	patient: string,
	host: string | undefined,
	checkScreen: CheckScreen,
): Promise<void> {
	await visit(clinic, "/clinic/patients", host);
	await clinic.getByRole("searchbox").fill(patient);
	const found = clinic.getByRole("main").getByRole("link").filter({ hasText: patient });
	await expect(found, "the search finds one person").toHaveCount(1);
	await checkScreen("patients");
	await found.click();
	await clinic.getByRole("heading", { level: 1, name: patient }).waitFor();
	await clinic.getByRole("img").first().waitFor();
	await checkScreen("patient-record");
	await visit(clinic, "/clinic/statistics", host);
	await clinic.getByRole("heading", { level: 1 }).waitFor();
	await checkScreen("statistics");
}
