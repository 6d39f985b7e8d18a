import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderHotel } from "../../../test/render-hotel";

/** The open dialog once it has this title. */
async function dialogOf(title: string) {
	const heading = await screen.findByText(title);
	return within(heading.closest("dialog, [role=dialog]") as HTMLElement);
}

it("room_is_deleted_after_confirmation", async () => {
	const { user } = renderHotel("/hotel/rooms?room=11014", "client");
	await user.click((await dialogOf("Room 305")).getByText("Edit room"));
	await user.click((await dialogOf("Room 305")).getByText("Delete room"));
	await user.click((await dialogOf("Delete room 305?")).getByText("Cancel"));
	expect((await dialogOf("Room 305")).getByText("Calm Shampoo", { selector: "p, h3, strong" })).toBeVisible();
	await user.click((await dialogOf("Room 305")).getByText("Edit room"));
	await user.click((await dialogOf("Room 305")).getByText("Delete room"));
	await user.click((await dialogOf("Delete room 305?")).getByText("Delete room"));
	expect(await screen.findByText("All 59")).toBeVisible();
});

it("dispenser_is_removed_after_confirmation", async () => {
	const { user } = renderHotel("/hotel/rooms?room=11001", "client");
	const [edit] = (await dialogOf("Room 202")).getAllByText("Edit");
	await user.click(edit as HTMLElement);
	await user.click((await dialogOf("Room 202")).getByText("Remove dispenser"));
	await user.click((await dialogOf("Remove Calm Shampoo from room 202?")).getByText("Remove"));
	expect((await dialogOf("Room 202")).getAllByText("Edit")).toHaveLength(2);
});
