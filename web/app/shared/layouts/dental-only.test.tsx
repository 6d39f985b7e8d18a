import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { page } from "~/shared/lib/page";
import { HOTEL_TENANT } from "../../../mocks/db";
import { renderScreen } from "../../../test/render";
import { serveTenant } from "../../../test/serve-tenant";
import { DentalOnly } from "./dental-only";

const Screen = () => <DentalOnly>a dental screen</DentalOnly>;

it("shows a dental tenant its screens", () => {
	renderScreen(Screen, "/self-check");
	expect(screen.getByText("a dental screen")).toBeVisible();
});

it("a hotel's host has none of them, and begins with its own", async () => {
	serveTenant(HOTEL_TENANT);

	renderScreen(Screen, "/self-check");
	expect(await screen.findByText("Page not found")).toBeVisible();
	expect(screen.queryByText("a dental screen")).toBeNull();
});

it("a hotel's front page is the hotels' application", async () => {
	serveTenant(HOTEL_TENANT);
	const leave = vi.spyOn(page, "leave").mockReturnValue();
	renderScreen(Screen, "/");
	await waitFor(() => expect(leave).toHaveBeenCalledWith("/hotel"));
	expect(screen.queryByText("a dental screen")).toBeNull();
});
