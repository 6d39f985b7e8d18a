import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { hotelDb } from "../../../mocks/hotel-db";
import { renderHotel } from "../../../test/render-hotel";

it("api_key_is_shown_once", async () => {
	const { user } = renderHotel("/hotel/api-keys", "partner");
	await user.click(await screen.findByRole("button", { name: "Create API key" }));
	await user.type(screen.getByLabelText("Name"), "Lobby gateway");
	await user.type(screen.getByLabelText("Category"), "Level sensors");
	await user.click(screen.getByRole("button", { name: "Create key" }));
	const dialog = await screen.findByRole("dialog", { name: "API key created" });
	const key = within(dialog).getByText(/^hbk_/).textContent ?? "";
	await user.click(within(dialog).getByRole("button", { name: "I’ve saved it" }));
	expect(await screen.findByRole("rowheader", { name: /Lobby gateway/ })).toBeVisible();
	expect(document.body.textContent).not.toContain(key);
});

it("api_key_is_revoked_after_confirmation", async () => {
	const { user } = renderHotel("/hotel/api-keys", "partner");
	await user.click(await screen.findByRole("button", { name: /Revoke ?Busan gateway/ }));
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revoke" }));
	expect(await screen.findByText("Revoked")).toBeVisible();
	expect(hotelDb.apiKeys.find(({ name }) => name === "Busan gateway")?.state).toBe("revoked");
});

it("housekeeper_gets_a_temporary_password", async () => {
	const { user } = renderHotel("/hotel/housekeepers", "client");
	await user.click(await screen.findByRole("button", { name: "Add housekeeper" }));
	await user.type(screen.getByLabelText("Name"), "Mina Seo");
	await user.type(screen.getByLabelText("ID"), "client");
	await user.click(screen.getByRole("button", { name: "Create account" }));
	expect(await screen.findByText("This ID is already in use.")).toBeVisible();
	await user.clear(screen.getByLabelText("ID"));
	await user.type(screen.getByLabelText("ID"), "minaseo");
	await user.click(screen.getByRole("button", { name: "Create account" }));
	expect(await screen.findByText("Quiet-River-4827!")).toBeVisible();
});

it("chart_figures_have_table_formula_and_source", async () => {
	renderHotel("/hotel/environment", "headquarters");
	expect(await screen.findByRole("img", { name: "Refilled volume by month and hotel" })).toBeVisible();
	expect(screen.getByRole("table", { name: "By hotel" })).toHaveTextContent("Hanbit Busan");
	expect(screen.getByText(/\/ 30 ml/)).toBeVisible();
	expect(screen.getByText(/^Source: /)).toBeVisible();
});

it("expired_api_key_is_renewed_by_a_later_day", async () => {
	const { user } = renderHotel("/hotel/api-keys", "partner");
	await user.click(await screen.findByRole("button", { name: "Edit Trial" }));
	const day = await screen.findByRole("group", { name: "Valid until" });
	fireEvent.paste(day, { clipboardData: { getData: () => "2027-12-31" } });
	await user.click(screen.getByRole("button", { name: "Save" }));
	await waitFor(() =>
		expect(hotelDb.apiKeys.find(({ name }) => name === "Trial")).toMatchObject({
			state: "used",
			validTo: "2027-12-31",
		}),
	);
	expect(await screen.findByText("Apr 1, 2025 – Dec 31, 2027")).toBeVisible();
});
