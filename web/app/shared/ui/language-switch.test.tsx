import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { setLanguage, withEnglish } from "~/i18n/i18n";
import { localStore } from "~/shared/lib/storage";
import { LanguageSwitch } from "./language-switch";

it("language_that_does_not_load_stays_korean", async () => {
	const load = vi.fn(async (): Promise<Record<string, object>> => {
		throw new TypeError("Failed to fetch dynamically imported module");
	});
	withEnglish(load);
	render(<LanguageSwitch />);
	await userEvent.click(screen.getByRole("button", { name: "English" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("English did not load");
	expect(await screen.findByRole("button", { name: "한국어" })).toHaveAttribute("aria-pressed", "true");
	expect(localStore.get("language")).toBeNull();
	load.mockResolvedValue({});
	expect(await setLanguage("en")).toBe(true);
});
