import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderHotel } from "../../../test/render-hotel";

it("hotels_are_searched_and_open_their_dashboard", async () => {
	const { user } = renderHotel("/hotel/hotels", "headquarters");
	const row = (await screen.findByRole("rowheader", { name: "Hanbit Busan" })).closest("tr") as HTMLElement;
	// all belong to the user's own headquarters
	expect(row).not.toHaveTextContent("Hanbit Hotels & Resorts");
	await waitFor(() => expect(row).toHaveTextContent("60"));
	await user.type(screen.getByRole("searchbox"), "haeundae");
	await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(1));
	await user.type(screen.getByRole("searchbox"), "x");
	expect(await screen.findByText("No matching hotels.")).toBeVisible();
	await user.clear(screen.getByRole("searchbox"));
	await user.click(await screen.findByRole("link", { name: "Hanbit Busan" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/hotel?hotel=12");
});

it("super_admin_finds_hotels_by_headquarters", async () => {
	const { user } = renderHotel("/hotel/hotels", "super");
	const row = (await screen.findByRole("rowheader", { name: "Hanbit Busan" })).closest("tr") as HTMLElement;
	expect(row).toHaveTextContent("Hanbit Hotels & Resorts");
	await user.type(screen.getByRole("searchbox", { name: "Name, address or headquarters" }), "resorts");
	expect(screen.getAllByRole("rowheader")).toHaveLength(2);
});

it("partner_hotels_open_their_rooms", async () => {
	const { user } = renderHotel("/hotel/hotels", "partner");
	await user.click(await screen.findByRole("link", { name: "Hanbit Seoul" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/hotel/rooms?hotel=11");
});

it("savings_period_and_measure_can_be_chosen", async () => {
	const { user } = renderHotel("/hotel/environment", "client");
	expect(await screen.findByText("63,696")).toBeVisible();
	expect(screen.queryByRole("table", { name: "By hotel" })).toBeNull();
	await user.click(screen.getByRole("radio", { name: "Plastic" }));
	expect(await screen.findByRole("img", { name: "Plastic saved by month and hotel" })).toBeVisible();
	await user.click(screen.getByRole("radio", { name: "6 months" }));
	expect(await screen.findByRole("radio", { name: "6 months" })).toBeChecked();
	expect(
		within(screen.getByRole("table", { name: "Month by month" })).getAllByRole("row").length,
	).toBeGreaterThan(1);
});

it.each([
	["/hotel/environment", /^environment-.*\.csv$/],
	["/hotel/orders", /^orders\.csv$/],
])("page_is_downloaded_as_a_csv_file: %s", async (path, filename) => {
	const names: string[] = [];
	vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
		names.push(this.download);
	});
	const { user } = renderHotel(path, "client");
	await user.click(await screen.findByRole("button", { name: "Download CSV" }));
	await waitFor(() => expect(names).toEqual([expect.stringMatching(filename)]));
});

it.each([
	["/hotel", "Hanbit Seoul"],
	["/hotel/orders/46", "HO-000046"],
	["/hotel/inventory", "Inventory"],
	["/hotel/account", "Your account"],
])("document_title_names_the_page: %s", async (path, title) => {
	renderHotel(path, "client");
	await waitFor(() => expect(document.title).toBe(`${title} - Hanbit Amenities`));
});
