import { expect, type Locator, type Page } from "@playwright/test";
import type { CheckScreen } from "./fixtures";
import { clinicHost, staffMember, visit } from "./product";

/** Signs a staff member of the demo clinic in; returns the clinic's name. */
export async function signInToConsole(
	clinic: Page,
	texts: { worklist: string },
	staff = staffMember("admin01"),
): Promise<string> {
	await visit(clinic, "/clinic", clinicHost());
	await clinic.waitForURL(/\/clinic\/signin/);
	await clinic.locator("[name=loginId]").fill(staff.loginId);
	await clinic.locator("[name=password]").fill(staff.password);
	await clinic.locator("[name=password]").press("Enter");
	await clinic.getByRole("region", { name: texts.worklist }).waitFor();
	return (await clinic.getByRole("banner").locator("p span").last().textContent()) ?? "";
}

/** Checks that these parts of a screen need no scrolling on a small laptop. */
export async function fitsLaptop(clinic: Page, parts: Locator[]): Promise<void> {
	const size = clinic.viewportSize();
	await clinic.setViewportSize({ width: 1280, height: 800 });
	for (const part of parts) await expect(part).toBeInViewport({ ratio: 0.99 });
	if (size) await clinic.setViewportSize(size);
}

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
