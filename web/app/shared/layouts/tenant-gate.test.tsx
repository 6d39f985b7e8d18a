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

it("disabled_tenant_shows_notice_and_contact", async () => {
	serveTenant(disabled);
	renderScreen(Screen, "/self-check");
	expect(await screen.findByRole("heading", { name: "지금은 이용할 수 없어요" })).toBeVisible();
	expect(screen.queryByText("a screen")).toBeNull();
	expect(screen.getByRole("link", { name: "help@hyeobom.example" })).toHaveAttribute(
		"href",
		"mailto:help@hyeobom.example",
	);
});

it("disabled_tenant_has_english_texts", async () => {
	serveTenant(disabled);
	renderScreen(Screen, "/self-check");
	await setLanguage("en");
	expect(await screen.findByRole("heading", { name: "Not available right now" })).toBeVisible();
	await setLanguage("ko");
});

it("disabled_tenant_keeps_the_terms", async () => {
	serveTenant(disabled);
	renderScreen(Screen, "/terms");
	expect(await screen.findByText("a screen")).toBeVisible();
});

it("enabled_tenant_shows_its_screens_again", async () => {
	serveTenant(disabled);
	const { user } = renderScreen(Screen, "/self-check");
	await user.click(await screen.findByRole("button", { name: "다시 확인" }));
	expect(await screen.findByText("a screen")).toBeVisible();
});

it("refusal_in_an_open_app_shows_the_notice", async () => {
	renderScreen(Screen, "/self-check");
	expect(await screen.findByText("a screen")).toBeVisible();
	server.use(http.get("/tenant", ({ response }) => response(200).json({ tenant: disabled })));
	const refused = { type: "", title: "", status: 403, code: "tenant_disabled", detail: "" };
	await queryClient
		.fetchQuery({ queryKey: ["get", "/x"], queryFn: () => Promise.reject(refused), retry: false })
		.catch(() => undefined);
	await waitFor(() => expect(screen.getByRole("heading", { name: "지금은 이용할 수 없어요" })).toBeVisible());
});
