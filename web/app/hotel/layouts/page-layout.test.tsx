import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as list from "~/hotel/features/orders/order-list";
import { renderHotel } from "../../../test/render-hotel";

it("broken_page_keeps_navigation", async () => {
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	vi.spyOn(list, "OrderList").mockImplementation(() => {
		throw new Error("broken");
	});
	renderHotel("/hotel/orders");
	const heading = await screen.findByRole("heading", { name: "We couldn’t show this screen" });
	expect(within(screen.getByRole("main")).getByRole("heading")).toBe(heading);
	expect(screen.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/hotel");
	expect(screen.getAllByRole("navigation", { name: "Main menu" })[0]).toBeInTheDocument();
});
