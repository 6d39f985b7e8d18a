import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { TENANT } from "../../../mocks/db";
import { hotelDb } from "../../../mocks/hotel-db";
import { renderHotel } from "../../../test/render-hotel";
import { serveTenant } from "../../../test/serve-tenant";

const address = () => screen.getByRole("status", { name: "address" }).textContent;
const field = (name: string) => screen.getByLabelText(name, { selector: "input" });

it("sign_in_leads_to_the_requested_page", async () => {
	const { user } = renderHotel("/hotel/orders", null);
	expect(await screen.findByText("Sign in to continue where you left off.")).toBeVisible();
	await user.type(await screen.findByLabelText("ID"), "client");
	await user.type(field("Password"), "Hyeobom!2026");
	await user.click(screen.getByRole("button", { name: "Sign in" }));
	expect(await screen.findByRole("heading", { name: "Order tracking" })).toBeVisible();
	expect(address()).toBe("/hotel/orders");
});

it("wrong_password_is_reported", async () => {
	const { user } = renderHotel("/hotel/signin", null);
	await user.type(await screen.findByLabelText("ID"), "client");
	await user.type(field("Password"), "wrong");
	await user.click(screen.getByRole("button", { name: "Sign in" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("The ID or password is not correct.");
});

it("temporary_password_is_replaced_first", async () => {
	const { user } = renderHotel("/hotel", "newcomer");
	expect(await screen.findByRole("heading", { name: "Choose your password" })).toBeVisible();
	expect(screen.queryByRole("navigation")).toBeNull();
	await user.type(await screen.findByLabelText("New password"), "Quiet!River7");
	await user.type(field("Confirm new password"), "Quiet!River7");
	await user.click(screen.getByRole("button", { name: "Save and continue" }));
	expect(await screen.findByRole("heading", { name: "Hanbit Busan" })).toBeVisible();
});

it("hotel_application_is_always_english", async () => {
	renderHotel("/hotel", null);
	expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeVisible();
	expect(screen.getByText("Sign in with the ID you were given.")).toBeVisible();
	expect(document.documentElement.lang).toBe("en");
});

it("dental_host_has_no_hotel_application", async () => {
	renderHotel("/hotel/signin", null);
	serveTenant(TENANT);
	expect(await screen.findByText(/페이지를 찾을 수 없|Page not found/)).toBeVisible();
	expect(screen.queryByLabelText("Password")).toBeNull();
});

// The warning comes two minutes before the end.
it("idle_session_warns_and_continues_on_press", async () => {
	const { user } = renderHotel("/hotel/account", "client");
	expect(await screen.findByRole("heading", { name: "Your account" })).toBeVisible();
	const real = Date.now;
	const later = vi.spyOn(Date, "now").mockImplementation(() => real() + 27.5 * 60_000);
	const warning = await screen.findByRole("dialog", { name: "You’re about to be signed out" });
	expect(within(warning).getByRole("timer")).toHaveTextContent(/seconds left/);
	expect(within(warning).getByRole("button", { name: "Sign out" })).toBeVisible();
	await user.click(within(warning).getByRole("button", { name: "Stay signed in" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await act(async () => later.mockRestore());
});

it("ended_session_leads_to_the_sign_in_and_back", async () => {
	const { user } = renderHotel("/hotel/account", "client");
	expect(await screen.findByRole("heading", { name: "Your account" })).toBeVisible();
	hotelDb.me = null;
	const real = Date.now;
	const later = vi.spyOn(Date, "now").mockImplementation(() => real() + 31 * 60_000);
	expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeVisible();
	await act(async () => later.mockRestore());
	await user.type(screen.getByLabelText("ID"), "client");
	await user.type(field("Password"), "Hyeobom!2026");
	await user.click(screen.getByRole("button", { name: "Sign in" }));
	expect(await screen.findByRole("heading", { name: "Your account" })).toBeVisible();
});
