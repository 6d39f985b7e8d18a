import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { queryClient } from "~/shared/api/query-client";
import { TENANT } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderScreen } from "../../../test/render";
import { serveTenant } from "../../../test/serve-tenant";
import { TenantGate } from "./tenant-gate";

const Screen = () => <TenantGate>a screen</TenantGate>;
const disabled = { ...TENANT, active: false };

it("shows words and a contact in place of screens", async () => {
	serveTenant(disabled);
	renderScreen(Screen, "/self-check");
	expect(await screen.findByRole("heading", { name: "지금은 이용할 수 없어요" })).toBeVisible();
	expect(screen.queryByText("a screen")).toBeNull();
	expect(screen.getByRole("link", { name: "help@hyeobom.example" })).toHaveAttribute(
		"href",
		"mailto:help@hyeobom.example",
	);
});

it("speaks English", async () => {
	serveTenant(disabled);
	renderScreen(Screen, "/self-check");
	await setLanguage("en");
	expect(await screen.findByRole("heading", { name: "Not available right now" })).toBeVisible();
	await setLanguage("ko");
});

it("leaves the terms readable", async () => {
	serveTenant(disabled);
	renderScreen(Screen, "/terms");
	expect(await screen.findByText("a screen")).toBeVisible();
});

it("goes on where the tenant is enabled again", async () => {
	serveTenant(disabled);
	const { user } = renderScreen(Screen, "/self-check");
	await user.click(await screen.findByRole("button", { name: "다시 확인" }));
	expect(await screen.findByText("a screen")).toBeVisible();
});

it("notices a refusal in an open app", async () => {
	renderScreen(Screen, "/self-check");
	expect(await screen.findByText("a screen")).toBeVisible();
	server.use(http.get("/tenant", ({ response }) => response(200).json({ tenant: disabled })));
	const refused = { type: "", title: "", status: 403, code: "tenant_disabled", detail: "" };
	await queryClient
		.fetchQuery({ queryKey: ["get", "/x"], queryFn: () => Promise.reject(refused), retry: false })
		.catch(() => undefined);
	await waitFor(() => expect(screen.getByRole("heading", { name: "지금은 이용할 수 없어요" })).toBeVisible());
});
