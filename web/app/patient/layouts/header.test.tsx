import { render, screen } from "@testing-library/react";
import { createRoutesStub, Outlet } from "react-router";
import { expect, it } from "vitest";
import { handle as account } from "~/patient/routes/account";
import { handle as claim } from "~/patient/routes/apply-insurance";
import { handle as application } from "~/patient/routes/apply-tci";
import { handle as claims } from "~/patient/routes/insurance-history";
import { handle as records } from "~/patient/routes/records";
import { handle as check } from "~/patient/routes/self-check";
import { handle as result } from "~/patient/routes/self-check-result";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { TENANT } from "../../../mocks/db";
import { Providers } from "../../../test/render";
import { serveTenant } from "../../../test/serve-tenant";
import { Header } from "./header";

function Frame() {
	return (
		<>
			<Header />
			<Outlet />
		</>
	);
}

function show(handle: RouteHandle, query = "") {
	const Stub = createRoutesStub([
		{
			id: "root",
			Component: Providers,
			children: [
				{
					id: "frame",
					Component: Frame,
					children: [{ id: "screen", path: "/screen", Component: Outlet, handle }],
				},
			],
		},
	]);
	render(<Stub initialEntries={[`/screen${query}`]} />);
}

const back = () => screen.queryByRole("link", { name: "뒤로" });

it.each([
	["application", application, "", "치과 찾기", true],
	["application", application, "?step=2", "TCI 분석 신청", false],
	["application", application, "?done=7", "TCI 분석 신청", false],
	["claim", claim, "", "치과 찾기", true],
	["claim", claim, "?step=3", "보험서류 청구", false],
	["claim", claim, "?kind=forward&prior=3", "보험서류 청구", false],
	["result", result, "", "자가 검진 결과", true],
])("header_of_%s_at_its_step", (_name, handle, query, title, hasBack) => {
	show(handle, query);
	expect(screen.getByText(title)).toBeInTheDocument();
	expect(back() !== null).toBe(hasBack);
});

it("header_shows_the_logo_of_the_tenant", async () => {
	serveTenant({ ...TENANT, logo: { version: "3", width: 280, height: 70 } });
	show({});
	const logo = await screen.findByRole("img", { name: "혀봄" });
	const { pathname, searchParams } = new URL(logo.getAttribute("src") ?? "");
	expect([pathname, searchParams.get("v")]).toEqual(["/api/v1/tenant/logo", "3"]);
	// Sizes reserve the space before it is loaded.
	expect([logo.getAttribute("width"), logo.getAttribute("height")]).toEqual(["112", "28"]);
	expect(screen.getByRole("link", { name: "혀봄" })).toHaveAttribute("href", "/");
	expect(screen.queryByText("혀봄")).toBeNull();
});

it("header_without_title_shows_the_product", () => {
	show({ back: "/", title: "records" });
	expect(screen.queryByText("기록")).toBeNull();
	expect(screen.getByText("혀봄")).toBeInTheDocument();
});

it.each([
	["account", account],
	["claims", claims],
	["records", records],
	["check", check],
])("place_%s_has_no_way_back", (_name, handle) => {
	show(handle);
	expect(screen.getByRole("link", { name: "혀봄" })).toHaveAttribute("href", "/");
	expect(back()).toBeNull();
});
