import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import type { Dispenser } from "~/hotel/types";
import { hotelDb } from "../../../mocks/hotel-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
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

it("next_refill_at_the_same_level_is_recorded_too", async () => {
	const keys: (string | null)[] = [];
	server.use(
		http.untyped.post("*/api/v1/hotel/dispensers/:id/refills", ({ request, params }) => {
			keys.push(request.headers.get("idempotency-key"));
			if (keys.length === 1) return HttpResponse.error();
			const isIt = ({ id }: Dispenser) => id === Number(params.id);
			const changed = [...hotelDb.rooms.values()].flat().find(({ dispensers }) => dispensers.some(isIt));
			return HttpResponse.json({ refill: {}, room: changed }, { status: 201 });
		}),
	);
	const { user } = renderHotel("/hotel", "housekeeper");
	const room = (await screen.findByRole("heading", { name: "Room 305" })).closest("li") as HTMLElement;
	const refill = () => within(room).getAllByRole("button", { name: /Mark refilled/ })[0] as HTMLElement;
	for (const presses of [1, 2, 3]) {
		await user.click(refill());
		await waitFor(() => expect(keys).toHaveLength(presses));
		await waitFor(() => expect(refill()).not.toHaveAttribute("aria-busy"));
	}
	expect(keys[1]).toBe(keys[0]);
	expect(keys[2]).not.toBe(keys[1]);
});

it("refill_counts_as_check_of_a_silent_sensor", async () => {
	const { user } = renderHotel("/hotel/tasks", "housekeeper");
	const room = (await screen.findByRole("heading", { name: "Room 308" })).closest("li") as HTMLElement;
	expect(within(room).getByText(/counts as a check/)).toBeVisible();
	await user.click(within(room).getByRole("button", { name: /Mark refilled/ }));
	expect(await within(room).findByText("Done")).toBeVisible();
});
