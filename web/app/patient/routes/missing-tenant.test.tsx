import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen, signedIn } from "../../../test/render";
import { failTenant } from "../../../test/serve-tenant";
import ApplyInsurance from "./apply-insurance";
import SignIn from "./sign-in";

it("claim_without_tenant_shows_problem_and_retry", async () => {
	await signedIn();
	const restore = failTenant();
	const { user } = renderScreen(ApplyInsurance, "/apply-insurance", { person: true });
	expect(await screen.findByText("잠시 뒤에 다시 시도해 주세요.")).toBeInTheDocument();
	restore();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("heading", { name: "전에 이용한 치과" })).toBeInTheDocument();
});

it("sign_in_without_tenant_offers_a_retry", async () => {
	const restore = failTenant();
	const { user } = renderScreen(SignIn, "/signin");
	expect(await screen.findByText("잠시 뒤에 다시 시도해 주세요.")).toBeInTheDocument();
	restore();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("link", { name: /카카오/ })).toBeInTheDocument();
});
