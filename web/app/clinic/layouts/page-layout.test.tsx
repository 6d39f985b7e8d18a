import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as claims from "~/clinic/features/claims/list-page";
import * as application from "~/clinic/features/scoring/application-head";
import * as worklist from "~/clinic/features/worklist/worklist-filters";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const crashed = () => {
	throw new Error("broken");
};

beforeEach(() => {
	staffSignedIn();
	vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const crash = () => screen.findByRole("heading", { name: "화면을 보여드리지 못했어요" });

it("broken_page_keeps_navigation", async () => {
	vi.spyOn(claims, "ListPage").mockImplementation(crashed);
	const { user } = renderClinic("/clinic/insurances");
	const heading = await crash();
	expect(within(screen.getByRole("main")).getByRole("heading")).toBe(heading);
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/clinic");
	await user.click(screen.getByRole("link", { name: "작업 목록" }));
	expect(await screen.findByText("이도윤")).toBeInTheDocument();
});

it("broken_worklist_keeps_navigation", async () => {
	vi.spyOn(worklist, "WorklistFilters").mockImplementation(crashed);
	renderClinic("/clinic");
	expect(await crash()).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "작업 목록" })).toBeInTheDocument();
});

it("broken_application_keeps_worklist", async () => {
	vi.spyOn(application, "ApplicationHead").mockImplementation(crashed);
	renderClinic("/clinic/applications/102");
	expect(await crash()).toBeInTheDocument();
	expect(await screen.findByText("이도윤")).toBeInTheDocument();
	expect(screen.getAllByRole("main")).toHaveLength(1);
});
