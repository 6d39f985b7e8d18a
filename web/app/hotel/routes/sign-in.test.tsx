import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { TENANT } from "../../../mocks/db";
import { renderHotel } from "../../../test/render-hotel";
import { serveTenant } from "../../../test/serve-tenant";

const address = () => screen.getByRole("status", { name: "address" }).textContent;
const field = (name: string) => screen.getByLabelText(name, { selector: "input" });

it("signs in and leads to where one was going", async () => {
	const { user } = renderHotel("/hotel/orders", null);
	await user.type(await screen.findByLabelText("ID"), "client");
	await user.type(field("Password"), "Hyeobom!2026");
	await user.click(screen.getByRole("button", { name: "Sign in" }));
	expect(await screen.findByRole("heading", { name: "Order tracking" })).toBeVisible();
	expect(address()).toBe("/hotel/orders");
});

it("a wrong password is said so", async () => {
	const { user } = renderHotel("/hotel/signin", null);
	await user.type(await screen.findByLabelText("ID"), "client");
	await user.type(field("Password"), "wrong");
	await user.click(screen.getByRole("button", { name: "Sign in" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("The ID or password is not correct.");
});

it("a temporary password is replaced before anything else", async () => {
	const { user } = renderHotel("/hotel", "newcomer");
	expect(await screen.findByRole("heading", { name: "Choose your password" })).toBeVisible();
	expect(screen.queryByRole("navigation")).toBeNull();
	await user.type(field("New password"), "Quiet!River7");
	await user.type(field("New password again"), "Quiet!River7");
	await user.click(screen.getByRole("button", { name: "Change password" }));
	expect(await screen.findByRole("heading", { name: "Hanbit Busan" })).toBeVisible();
});

it("is English whatever the browser says", async () => {
	renderHotel("/hotel/signin", null);
	expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeVisible();
	expect(document.documentElement.lang).toBe("en");
});

it("is not found on a dental tenant's host", async () => {
	renderHotel("/hotel/signin", null);
	serveTenant(TENANT);
	expect(await screen.findByText(/페이지를 찾을 수 없|Page not found/)).toBeVisible();
	expect(screen.queryByLabelText("Password")).toBeNull();
});
