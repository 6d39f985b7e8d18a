import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderHotel } from "../../../test/render-hotel";

vi.mock("~/hotel/features/orders/order-list", () => ({
	OrderList: () => {
		throw new Error("broken");
	},
}));

it("broken_page_keeps_navigation", async () => {
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	renderHotel("/hotel/orders");
	const heading = await screen.findByRole("heading", { name: "We couldn’t show this screen" });
	expect(within(screen.getByRole("main")).getByRole("heading")).toBe(heading);
	expect(screen.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/hotel");
	expect(screen.getAllByRole("navigation", { name: "Main menu" })[0]).toBeInTheDocument();
});
