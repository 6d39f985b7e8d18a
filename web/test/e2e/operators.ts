// Helpers for the journeys in the operators' console.
import type { Page } from "@playwright/test";
import type { Window } from "./fixtures";
import type { Texts } from "./ops-texts";
import { button, operatorOf, opsHost, visit } from "./product";

export async function enter(page: Page, { loginId, password }: { loginId: string; password: string }) {
	await page.locator("[name=loginId]").fill(loginId);
	await page.locator("[name=password]").fill(password);
	await page.locator("[name=password]").press("Enter");
}

/** Signs in the demo operator of a role; returns the login ID. */
export async function signIn({ page }: Window, texts: Texts, role: string, path = "/ops"): Promise<string> {
	const operator = operatorOf(role);
	await visit(page, path, opsHost());
	await enter(page, operator);
	await page.getByRole("navigation", { name: texts.menu }).waitFor();
	return operator.loginId;
}

/** Enters the reason in the open dialog, and submits. */
export async function giveReason(page: Page, texts: Texts, reason: string, go: string) {
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("textbox", { name: texts.reason, exact: true }).fill(reason);
	await button(dialog, go).click();
	await dialog.waitFor({ state: "detached" });
}
