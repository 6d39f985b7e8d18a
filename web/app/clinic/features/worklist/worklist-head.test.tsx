import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderClinic, staffSignedIn } from "../../../../test/render-clinic";

it("walk_in_dialog_is_not_hidden_with_the_list", async () => {
	staffSignedIn();
	const { user } = renderClinic("/clinic");
	await user.click(await screen.findByRole("button", { name: "+ 현장 접수" }));
	const dialog = await screen.findByRole("dialog", { name: "현장 접수" });
	expect(screen.getByRole("region", { name: "작업 목록" })).not.toContainElement(dialog);
});
