import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { hotelDb } from "../../../mocks/hotel-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderHotel } from "../../../test/render-hotel";

const rowOf = async (name: RegExp) =>
	(await screen.findByRole("rowheader", { name })).closest("tr") as HTMLElement;

it("stock_count_needs_a_reason", async () => {
	const { user } = renderHotel("/hotel/inventory", "client");
	const row = await rowOf(/Calm Hand Wash/);
	expect(row).toHaveTextContent("22.8 L");
	await user.click(within(row).getByRole("button", { name: "Count Calm Hand Wash" }));
	const field = await screen.findByLabelText("Counted (ml)");
	await user.clear(field);
	await user.type(field, "20000");
	await user.click(screen.getByRole("button", { name: "Save count" }));
	expect(await screen.findByText("Enter a reason.")).toBeVisible();
	await user.type(screen.getByLabelText("Reason"), "Monthly count");
	await user.click(screen.getByRole("button", { name: "Save count" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await waitFor(() => expect(row).toHaveTextContent("20 L"));
});

it("capacity_is_edited_in_its_row", async () => {
	const { user } = renderHotel("/hotel/inventory", "client");
	await user.click(await screen.findByRole("button", { name: "Edit capacity for Calm Hand Wash" }));
	const field = await screen.findByLabelText("Capacity (ml)");
	await user.clear(field);
	await user.type(field, "0");
	await user.click(screen.getByRole("button", { name: "Save" }));
	expect(await screen.findByText("Enter a whole number of millilitres, 1 or more.")).toBeVisible();
	await user.clear(field);
	await user.type(field, "80000");
	await user.click(screen.getByRole("button", { name: "Save" }));
	await waitFor(async () => expect(await rowOf(/Calm Hand Wash/)).toHaveTextContent("80 L"));
});

it("stock_history_shows_changes_and_reasons", async () => {
	const { user } = renderHotel("/hotel/inventory", "headquarters");
	await user.click(await screen.findByRole("button", { name: "Hanbit Seoul" }));
	expect(screen.queryByRole("button", { name: /^Count/ })).toBeNull();
	await user.click(await screen.findByRole("button", { name: "History Calm Shampoo" }));
	const dialog = screen.getByRole("dialog", { name: "Calm Shampoo: stock history" });
	expect(await within(dialog).findByText("Monthly count")).toBeVisible();
	expect(within(dialog).getByText("−380 ml")).toBeVisible();
});

it("super_admin_adds_a_product", async () => {
	const { user } = renderHotel("/hotel/inventory?tab=products", "super");
	await user.click(await screen.findByRole("button", { name: "Add product" }));
	const dialog = await screen.findByRole("dialog", { name: "Add product" });
	for (const [label, text] of [
		["Product", "Calm Lotion"],
		["Product code", "LO-300"],
		["Fragrance", "Fig"],
		["Bottle (ml)", "300"],
		["Bottles per box", "20"],
		["Price per box (₩)", "99000"],
	] as const) {
		await user.type(within(dialog).getByLabelText(label), text);
	}
	await user.click(within(dialog).getByRole("button", { name: "Create product" }));
	expect(await screen.findByRole("rowheader", { name: /Calm Lotion/ })).toBeVisible();
	expect(hotelDb.products.at(-1)).toMatchObject({ code: "LO-300", bottleMl: 300, unitPrice: 99_000 });
});

it("failed_stock_request_can_be_retried", async () => {
	server.use(
		http.untyped.get("*/api/v1/hotel/hotels/:id/stock", () => HttpResponse.json({}, { status: 404 })),
	);
	const { user } = renderHotel("/hotel/inventory", "client");
	const retry = await screen.findByRole("button", { name: "Try again" });
	server.resetHandlers();
	await user.click(retry);
	expect(await rowOf(/Calm Shampoo/)).toBeVisible();
});
