import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { hotelDb } from "../../../mocks/hotel-db";
import { renderHotel } from "../../../test/render-hotel";

it("one_press_refills_and_finishes_the_room", async () => {
	const { user } = renderHotel("/hotel", "housekeeper");
	const room = (await screen.findByRole("heading", { name: "Room 305" })).closest("li") as HTMLElement;
	const before = screen.getByRole("heading", { level: 2, name: /rooms? to do/ }).textContent;
	await user.click(within(room).getAllByRole("button", { name: /Mark refilled/ })[0] as HTMLElement);
	expect(await within(room).findByText("Done")).toBeVisible();
	expect(screen.getByRole("heading", { level: 2, name: /rooms? to do/ }).textContent).not.toBe(before);
	const done = screen.getByRole("region", { name: "Done today" });
	expect(await within(done).findByText("Room 305")).toBeVisible();
	expect(hotelDb.refills).toHaveLength(1);
});

it("refill_counts_as_check_of_a_silent_sensor", async () => {
	const { user } = renderHotel("/hotel/tasks", "housekeeper");
	const room = (await screen.findByRole("heading", { name: "Room 308" })).closest("li") as HTMLElement;
	expect(within(room).getByText(/counts as a check/)).toBeVisible();
	await user.click(within(room).getByRole("button", { name: /Mark refilled/ }));
	expect(await within(room).findByText("Done")).toBeVisible();
});
