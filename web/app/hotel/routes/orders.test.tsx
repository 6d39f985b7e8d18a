import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { hotelDb } from "../../../mocks/hotel-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderHotel } from "../../../test/render-hotel";

it("boxes_are_priced_and_ordered_once", async () => {
	const { user } = renderHotel("/hotel/stock");
	const more = await screen.findByRole("button", { name: "Add one box of Calm Body Wash" });
	await user.click(more);
	await user.click(more);
	const summary = screen.getByRole("complementary", { name: "Your order" });
	expect(await within(summary).findByText("₩202,400")).toBeVisible();
	await user.click(within(summary).getByRole("button", { name: "Review order" }));
	const before = hotelDb.orders.length;
	await user.dblClick(screen.getByRole("button", { name: "Place order" }));
	expect(await screen.findByText("Your order has been placed")).toBeVisible();
	expect(hotelDb.orders).toHaveLength(before + 1);
	expect(hotelDb.orders[0]?.lines).toMatchObject([{ productId: 3, boxes: 2 }]);
});

it("changed_price_is_shown_before_it_is_ordered", async () => {
	const old = { lines: [], supplyPrice: 90_910, vat: 9_090, total: 100_000 };
	server.use(http.untyped.post("*/api/v1/hotel/quotes", () => HttpResponse.json(old)));
	const { user } = renderHotel("/hotel/stock");
	await user.click(await screen.findByRole("button", { name: "Add one box of Calm Body Wash" }));
	const summary = screen.getByRole("complementary", { name: "Your order" });
	expect(await within(summary).findByText("₩100,000")).toBeVisible();
	await user.click(within(summary).getByRole("button", { name: "Review order" }));
	server.resetHandlers();
	const before = hotelDb.orders.length;
	await user.click(screen.getByRole("button", { name: "Place order" }));
	const dialog = within(screen.getByRole("dialog"));
	expect(await dialog.findByText(/^The price has changed/)).toBeVisible();
	expect(await dialog.findByText("₩101,200")).toBeVisible();
	expect(hotelDb.orders).toHaveLength(before);
	await user.click(dialog.getByRole("button", { name: "Place order" }));
	expect(await screen.findByText("Your order has been placed")).toBeVisible();
});

it("client_sees_an_order_without_a_next_step", async () => {
	renderHotel("/hotel/orders/46", "client").unmount();
	renderHotel("/hotel/orders/43", "client");
	expect(await screen.findAllByText("Shipping")).not.toHaveLength(0);
	expect(screen.queryByRole("heading", { name: "Next step" })).toBeNull();
});

it("shipping_needs_courier_and_tracking_number", async () => {
	const { user } = renderHotel("/hotel/orders/44", "super");
	await user.click(await screen.findByRole("button", { name: "Mark as shipped" }));
	expect(await screen.findByText("Enter the courier company.")).toBeVisible();
	await user.type(screen.getByLabelText("Courier company"), "CJ Logistics");
	await user.type(screen.getByLabelText("Tracking number"), "6412-7788");
	await user.click(screen.getByRole("button", { name: "Mark as shipped" }));
	expect(await screen.findByRole("button", { name: "Confirm delivery" })).toBeVisible();
	expect(screen.getAllByText("Shipping completed")).not.toHaveLength(0);
});

it("order_changed_by_somebody_else_is_reported", async () => {
	const { user } = renderHotel("/hotel/orders/46", "super");
	const move = await screen.findByRole("button", { name: "Start preparing" });
	const order = hotelDb.orders.find(({ id }) => id === 46);
	if (order) order.version += 1;
	await user.click(move);
	expect(await screen.findByText("Somebody else changed this order.")).toBeVisible();
});

it("client_cancels_a_new_order_with_a_reason", async () => {
	const { user } = renderHotel("/hotel/orders/46", "client");
	await user.click(await screen.findByRole("button", { name: "Cancel order" }));
	const dialog = screen.getByRole("dialog");
	await user.click(within(dialog).getByRole("button", { name: "Cancel order" }));
	expect(await within(dialog).findByText("Enter a reason.")).toBeVisible();
	await user.type(within(dialog).getByLabelText("Reason"), "Ordered twice");
	await user.click(within(dialog).getByRole("button", { name: "Cancel order" }));
	await waitFor(() => expect(hotelDb.orders.find(({ id }) => id === 46)?.state).toBe("canceled"));
});
