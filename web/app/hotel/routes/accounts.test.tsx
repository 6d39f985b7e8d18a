import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { hotelDb } from "../../../mocks/hotel-db";
import { renderHotel } from "../../../test/render-hotel";

const userOf = (loginId: string) => hotelDb.users.find((each) => each.loginId === loginId);

it("client_is_added_with_its_affiliation", async () => {
	const { user } = renderHotel("/hotel/accounts", "super");
	await user.click(await screen.findByRole("button", { name: "Add client" }));
	const dialog = await screen.findByRole("dialog", { name: "Add client" });
	await user.click(within(dialog).getByRole("button", { name: "Create client" }));
	expect(await within(dialog).findByText("Enter a name of up to 100 characters.")).toBeVisible();
	await user.type(within(dialog).getByLabelText("Client name"), "Hanbit Jeju");
	await user.type(within(dialog).getByLabelText("Address"), "1 Jungmun, Jeju");
	await user.selectOptions(within(dialog).getByLabelText("Top affiliation"), "1");
	await user.click(within(dialog).getByRole("button", { name: "Create client" }));
	const row = (await screen.findByRole("rowheader", { name: "Hanbit Jeju" })).closest("tr");
	expect(row).toHaveTextContent("General hotel");
	expect(row).toHaveTextContent("Hanbit Hotels & Resorts");
});

it("partner_has_no_affiliation", async () => {
	const { user } = renderHotel("/hotel/accounts", "super");
	await user.click(await screen.findByRole("button", { name: "Add client" }));
	const dialog = await screen.findByRole("dialog", { name: "Add client" });
	await user.selectOptions(within(dialog).getByLabelText("Client type"), "Partner");
	expect(within(dialog).queryByLabelText("Top affiliation")).toBeNull();
});

it("user_role_decides_which_clients_are_offered", async () => {
	const { user } = renderHotel("/hotel/accounts?tab=users", "super");
	await user.click(await screen.findByRole("button", { name: "Add user" }));
	const dialog = await screen.findByRole("dialog", { name: "Add user" });
	await user.selectOptions(within(dialog).getByLabelText("Role"), "Partner");
	await user.type(within(dialog).getByLabelText("Name"), "Jun Baek");
	await user.type(within(dialog).getByLabelText("ID"), "junbaek");
	await user.click(within(dialog).getByRole("button", { name: "Create account" }));
	expect(await within(dialog).findByText("Choose a client.")).toBeVisible();
	await user.selectOptions(within(dialog).getByLabelText("Client"), "Clearflow Sensors");
	await user.click(within(dialog).getByRole("button", { name: "Create account" }));
	expect(await screen.findByRole("dialog", { name: "Account created" })).toBeVisible();
	await user.click(screen.getByRole("button", { name: "I’ve saved it" }));
	expect(userOf("junbaek")).toMatchObject({ role: "partner", client: { name: "Clearflow Sensors" } });
});

// Deactivation asks first.
it("account_is_deactivated_and_reactivated", async () => {
	const { user } = renderHotel("/hotel/accounts?tab=users", "super");
	await user.click(await screen.findByRole("button", { name: "Edit Jiwoo Lee" }));
	await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Deactivate" }));
	const question = screen.getByRole("dialog", { name: "Deactivate Jiwoo Lee?" });
	await user.click(within(question).getByRole("button", { name: "Deactivate" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect(userOf("housekeeper")?.active).toBe(false);
	await user.click(await screen.findByRole("button", { name: "Reactivate Jiwoo Lee" }));
	await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Reactivate" }));
	expect(await screen.findByText("Quiet-River-4827!")).toBeVisible();
	expect(userOf("housekeeper")?.active).toBe(true);
});

it("reset_password_is_shown_once", async () => {
	const { user } = renderHotel("/hotel/housekeepers", "client");
	await user.click(await screen.findByRole("button", { name: "Edit Jiwoo Lee" }));
	await user.click(screen.getByRole("button", { name: "Reset password" }));
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Reset password" }));
	expect(await screen.findByText("Quiet-River-4827!")).toBeVisible();
	await user.click(screen.getByRole("button", { name: "I’ve saved it" }));
	expect(document.body.textContent).not.toContain("Quiet-River-4827!");
});

it("own_account_cannot_be_edited_in_the_list", async () => {
	renderHotel("/hotel/accounts?tab=users", "super");
	expect(await screen.findByRole("button", { name: "Edit Jiwoo Lee" })).toBeVisible();
	expect(screen.queryByRole("button", { name: "Edit Sora Kim" })).toBeNull();
});
