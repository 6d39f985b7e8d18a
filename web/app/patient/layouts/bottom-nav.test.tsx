import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { renderScreen, signedIn } from "../../../test/render";
import { BottomNav } from "./bottom-nav";

const show = (address: string) => renderScreen(BottomNav, address);

it("nav_is_hidden_for_visitors", async () => {
	await loadPatient();
	show("/");
	expect(screen.queryByRole("navigation")).toBeNull();
});

it("nav_links_to_five_pages", async () => {
	await signedIn();
	show("/");
	const links = within(screen.getByRole("navigation", { name: "주요 메뉴" })).getAllByRole("link");
	expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
		["홈", "/"],
		["자가 검진", "/self-check"],
		["기록", "/records"],
		["서류", "/insurance-history"],
		["내 정보", "/account"],
	]);
});

it.each([
	["/", "홈"],
	["/self-check/5", "자가 검진"],
	["/records?kind=check", "기록"],
	["/apply-history", "기록"],
	["/insurance/3", "서류"],
	["/account/people", "내 정보"],
])("nav_at_%s_marks_%s", async (address, name) => {
	await signedIn();
	show(address);
	const current = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
	expect(current.map((link) => link.textContent)).toEqual([name]);
});
