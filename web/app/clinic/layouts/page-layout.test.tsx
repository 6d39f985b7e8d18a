import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const broken = vi.hoisted(() => ({ page: "" }));
const breakable = vi.hoisted(() => (name: string) => () => {
	if (broken.page === name) throw new Error(`${name} is broken`);
	return null;
});
vi.mock("~/clinic/features/claims/list-page", () => ({ ListPage: breakable("claims") }));
vi.mock("~/clinic/features/scoring/application-head", () => ({ ApplicationHead: breakable("application") }));
vi.mock("~/clinic/features/worklist/worklist-filters", () => ({ WorklistFilters: breakable("worklist") }));

beforeEach(() => {
	staffSignedIn();
	vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const crash = () => screen.findByRole("heading", { name: "화면을 보여드리지 못했어요" });

it("broken_page_keeps_navigation", async () => {
	broken.page = "claims";
	const { user } = renderClinic("/clinic/insurances");
	const heading = await crash();
	expect(within(screen.getByRole("main")).getByRole("heading")).toBe(heading);
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/clinic");
	await user.click(screen.getByRole("link", { name: "작업 목록" }));
	expect(await screen.findByText("이도윤")).toBeInTheDocument();
});

it("broken_worklist_keeps_navigation", async () => {
	broken.page = "worklist";
	renderClinic("/clinic");
	expect(await crash()).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "작업 목록" })).toBeInTheDocument();
});

it("broken_application_keeps_worklist", async () => {
	broken.page = "application";
	renderClinic("/clinic/applications/102");
	expect(await crash()).toBeInTheDocument();
	expect(await screen.findByText("이도윤")).toBeInTheDocument();
	expect(screen.getAllByRole("main")).toHaveLength(1);
});
