import { render, screen } from "@testing-library/react";
import { createRoutesStub, Outlet } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "~/shared/lib/page";
import { CrashPage, ScreenCrash } from "./crash-page";
import { START_GUARD } from "./start-guard";

const MISSING = new TypeError("Failed to fetch dynamically imported module: https://a.example/assets/x.js");

let reload = vi.spyOn(page, "reload");
beforeEach(() => {
	reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
});

let thrown = new Error();

function Broken(): never {
	throw thrown;
}

function Frame() {
	return (
		<>
			<header>머리</header>
			<Outlet />
		</>
	);
}

function show(error: Error) {
	thrown = error;
	const Stub = createRoutesStub([
		{
			id: "frame",
			Component: Frame,
			ErrorBoundary: CrashPage,
			children: [
				{ id: "inner", ErrorBoundary: ScreenCrash, children: [{ id: "s", path: "/", Component: Broken }] },
			],
		},
	]);
	return render(<Stub initialEntries={["/"]} />);
}

it("broken_screen_keeps_frame_and_says_so", () => {
	show(new Error("broken"));
	expect(screen.getByText("머리")).toBeInTheDocument();
	expect(screen.getByRole("heading", { name: "화면을 보여드리지 못했어요" })).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/");
	expect(reload).not.toHaveBeenCalled();
});

it("missing_code_reloads_once_then_says_so", async () => {
	show(MISSING).unmount();
	expect(reload).toHaveBeenCalledTimes(1);
	show(MISSING);
	expect(await screen.findByRole("heading", { name: "화면을 불러오지 못했어요" })).toBeInTheDocument();
	expect(reload).toHaveBeenCalledTimes(1);
});

it("missing_code_offline_never_reloads", async () => {
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	show(MISSING);
	expect(await screen.findByRole("button", { name: "다시 불러오기" })).toBeInTheDocument();
	expect(reload).not.toHaveBeenCalled();
});

it("missing_code_without_storage_never_reloads", async () => {
	vi.stubGlobal("sessionStorage", null);
	show(MISSING);
	expect(await screen.findByRole("button", { name: "다시 불러오기" })).toBeInTheDocument();
	expect(reload).not.toHaveBeenCalled();
	vi.unstubAllGlobals();
});

it("missing_first_code_is_said_in_both_languages", () => {
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	new Function(START_GUARD)();
	const script = document.body.appendChild(document.createElement("script"));
	script.dispatchEvent(new Event("error"));
	script.dispatchEvent(new Event("error"));
	expect(screen.getAllByRole("alert")).toHaveLength(1);
	expect(screen.getByRole("alert")).toHaveTextContent("Part of this page did not load.");
	expect(screen.getByRole("link", { name: "다시 불러오기 / Reload" })).toBeInTheDocument();
	screen.getByRole("alert").remove();
	script.remove();
});
