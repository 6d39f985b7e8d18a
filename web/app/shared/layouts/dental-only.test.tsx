import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { page } from "~/shared/lib/page";
import { HOTEL_TENANT } from "../../../mocks/db";
import { renderScreen } from "../../../test/render";
import { serveTenant } from "../../../test/serve-tenant";
import { DentalOnly } from "./dental-only";

const Screen = () => <DentalOnly>a dental screen</DentalOnly>;

it("dental_tenant_sees_its_screens", () => {
	renderScreen(Screen, "/self-check");
	expect(screen.getByText("a dental screen")).toBeVisible();
});

it("hotel_host_has_no_dental_screen", async () => {
	serveTenant(HOTEL_TENANT);

	renderScreen(Screen, "/self-check");
	expect(await screen.findByText("Page not found")).toBeVisible();
	expect(screen.queryByText("a dental screen")).toBeNull();
});

it("hotel_front_page_opens_the_hotel_application", async () => {
	serveTenant(HOTEL_TENANT);
	const leave = vi.spyOn(page, "leave").mockReturnValue();
	renderScreen(Screen, "/");
	await waitFor(() => expect(leave).toHaveBeenCalledWith("/hotel"));
	expect(screen.queryByText("a dental screen")).toBeNull();
});
