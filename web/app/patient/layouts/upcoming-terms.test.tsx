import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { CLOSED_KEY, NEXT_CHANGE, termsBannerScript } from "~/patient/features/legal/next-change";
import { TermsBanner } from "./terms-banner";
import UpcomingTerms from "./upcoming-terms";

const Stub = createRoutesStub([{ id: "screen", path: "/", Component: TermsBanner }]);
const Upcoming = () => <UpcomingTerms {...NEXT_CHANGE} />;
const Loaded = createRoutesStub([{ id: "screen", path: "/", Component: Upcoming }]);
const { dataset } = document.documentElement;

/** Runs the page's first script on a day; returns whether it shows the banner. */
function open(time: string) {
	vi.setSystemTime(time);
	delete dataset.termsBanner;
	// biome-ignore lint/security/noGlobalEval: runs it as the page does
	window.eval(termsBannerScript());
	return dataset.termsBanner !== undefined;
}

beforeEach(() => {
	localStorage.clear();
	vi.useFakeTimers({ toFake: ["Date"] });
	return () => vi.useRealTimers();
});

it("banner_names_the_change_and_leads_to_it", async () => {
	render(<Stub initialEntries={["/"]} />);
	const banner = await screen.findByRole("complementary");
	expect(banner).toHaveTextContent("2026-12-10부터 이용약관과 개인정보처리방침이 바뀌어요.");
	expect(screen.getByRole("link", { name: "바뀌는 내용 보기" })).toHaveAttribute(
		"href",
		"/terms?version=2026-12-10",
	);
	expect(banner).toHaveClass("hidden", "in-data-terms-banner:block");
});

it("banner_is_there_from_announcement_to_effect", () => {
	expect(open("2026-11-26T14:59:59Z")).toBe(false);
	expect(open("2026-11-26T15:00:00Z")).toBe(true);
	expect(open("2026-12-09T14:59:59Z")).toBe(true);
	expect(open("2026-12-09T15:00:00Z")).toBe(false);
});

it("closed_banner_comes_back_with_next_change", async () => {
	expect(open("2026-12-01T00:00:00Z")).toBe(true);
	const user = userEvent.setup();
	render(<Stub initialEntries={["/"]} />);
	await user.click(await screen.findByRole("button", { name: "닫기" }));
	expect(dataset).not.toHaveProperty("termsBanner");
	expect(localStorage.getItem(CLOSED_KEY)).toBe(NEXT_CHANGE.effective);
	expect(open("2026-12-01T00:00:00Z")).toBe(false);
	localStorage.setItem(CLOSED_KEY, "2025-01-01");
	expect(open("2026-12-01T00:00:00Z")).toBe(true);
});

it("banner_is_shown_where_storage_is_refused", () => {
	vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
		throw new DOMException("refused", "SecurityError");
	});
	expect(open("2026-12-01T00:00:00Z")).toBe(true);
	vi.restoreAllMocks();
});

it("banner_hydrates_after_a_change_to_english", async () => {
	const place = document.body.appendChild(document.createElement("div"));
	place.innerHTML = renderToString(<Loaded initialEntries={["/"]} />);
	await act(() => setLanguage("en"));
	const onRecoverableError = vi.fn();
	const root = await act(() => hydrateRoot(place, <Loaded initialEntries={["/"]} />, { onRecoverableError }));
	expect(onRecoverableError).not.toHaveBeenCalled();
	expect(place).toHaveTextContent("Our Terms of Service and Privacy Policy change on 2026-12-10.");
	act(() => root.unmount());
	place.remove();
	await act(() => setLanguage("ko"));
});
