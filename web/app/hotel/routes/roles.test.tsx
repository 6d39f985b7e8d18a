import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderHotel } from "../../../test/render-hotel";

const links = async () => {
	const [nav] = await screen.findAllByRole("navigation", { name: "Main menu" });
	return within(nav as HTMLElement)
		.getAllByRole("link")
		.map(({ textContent }) => textContent);
};

it.each([
	["housekeeper", ["Today’s rooms", "Rooms"]],
	["partner", ["Dashboard", "Rooms", "Sensors", "Hotels", "API keys"]],
	[
		"client",
		[
			"Dashboard",
			"Stock and ordering",
			"Order tracking",
			"Rooms",
			"Inventory",
			"Environmental performance",
			"Sensors",
			"Housekeepers",
		],
	],
	[
		"headquarters",
		[
			"Dashboard",
			"Stock and ordering",
			"Order tracking",
			"Rooms",
			"Inventory",
			"Environmental performance",
			"Sensors",
			"Hotels",
		],
	],
])("menu_has_the_screens_of_the_role: %s", async (loginId, names) => {
	renderHotel("/hotel/account", loginId);
	expect(await links()).toEqual(names);
});

it("partner_sees_rooms_and_sensors_but_no_orders", async () => {
	renderHotel("/hotel", "partner");
	const table = await screen.findByRole("table", { name: "By hotel" });
	const heads = within(table)
		.getAllByRole("columnheader")
		.map(({ textContent }) => textContent);
	expect(heads).toEqual(["Hotel", "Rooms needing attention", "Sensors to check"]);
	expect(screen.queryByText("Orders in progress")).toBeNull();
	expect(screen.queryByText("Plastic saved")).toBeNull();
});

it("screen_of_another_role_leads_home", async () => {
	renderHotel("/hotel/accounts", "client");
	expect(await screen.findByRole("heading", { level: 1, name: "Hanbit Seoul" })).toBeVisible();
});

it("user_of_several_hotels_chooses_one", async () => {
	const { user } = renderHotel("/hotel/rooms", "headquarters");
	await user.click(await screen.findByRole("button", { name: "Hanbit Busan" }));
	expect(await screen.findByRole("radio", { name: "All 60" })).toBeVisible();
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/hotel/rooms?hotel=12");
});
