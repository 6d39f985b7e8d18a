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

/** Runs the waiting jobs of a kind before their time, in the session of an operator's page. */
export async function runDelayedJobs(page: Page, kind: string): Promise<void> {
	await page.evaluate(async (wanted) => {
		const list = await fetch(`/api/v1/ops/jobs?kind=${wanted}&state=delayed&limit=50`);
		for (const { id } of (await list.json()).items) {
			await fetch(`/api/v1/ops/jobs/${id}/run-now`, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ reason: "browser journey" }),
			});
		}
	}, kind);
}
