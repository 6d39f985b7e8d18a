// Steps of scoring an analysis in the clinic's console.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "./clinic-texts";
import { button, required } from "./product";

const READ_WAIT_MS = 60_000;

export const cells = (page: Page | Locator, texts: Texts) =>
	page.getByRole("grid", { name: texts.cells }).getByRole("button");

/** Adds a photo, and waits until the AI has read it. */
export async function takePhoto(clinic: Page, texts: Texts): Promise<void> {
	const chooser = clinic.waitForEvent("filechooser");
	await button(clinic, texts.album).click();
	await (await chooser).setFiles(required("HYEOBOM_PHOTO"));
	await cells(clinic, texts).first().waitFor({ timeout: READ_WAIT_MS });
	await button(clinic, texts.fill).waitFor({ timeout: READ_WAIT_MS });
}

/** Opens the crop and zooms by keyboard; returns the button that saves it. */
export async function openCrop(clinic: Page, texts: Texts): Promise<Locator> {
	await button(clinic, texts.crop).click();
	const dialog = clinic.getByRole("dialog", { name: texts.crop });
	const save = button(dialog, texts.save);
	// enabled once the photo is loaded, which sets the zoom
	await expect(save).toBeEnabled();
	await dialog.getByRole("slider").focus();
	for (let at = 0; at < 10; at += 1) await clinic.keyboard.press("ArrowRight");
	return save;
}

/** Confirms the scores of cells that the last change moved. Their notice is rendered together with that change. */
export async function confirmMovedCells(clinic: Page, texts: Texts): Promise<void> {
	const confirm = button(clinic, texts.confirmCells);
	if (await confirm.isHidden()) return;
	await confirm.click();
	await expect(confirm).toHaveCount(0);
}

/** Sends the result to the patient, with the first of each kind of expert. */
export async function release(clinic: Page, texts: Texts): Promise<void> {
	await clinic.getByRole("combobox", { name: texts.shooter }).selectOption({ index: 1 });
	await clinic.getByRole("combobox", { name: texts.analyst }).selectOption({ index: 1 });
	await button(clinic, texts.sendResult).click();
	await button(clinic, texts.send).click();
	await clinic.getByText(texts.sent).waitFor();
}
