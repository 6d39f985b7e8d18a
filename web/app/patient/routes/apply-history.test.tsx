import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isValidRange, lastMonths, rangeOf } from "~/patient/features/tci/range";
import { clinicDb } from "../../../mocks/clinic-db";
import { server } from "../../../mocks/node";
import { typeDay } from "../../../test/dates";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyHistory from "./apply-history";

const show = (query = "") => renderScreen(ApplyHistory, `/apply-history${query}`, { person: true });
let requests: string[] = [];

beforeEach(async () => {
	vi.useFakeTimers({ now: new Date("2026-11-21T03:00:00Z"), toFake: ["Date"] });
	await signedIn();
	requests = [];
	server.events.on("request:start", ({ request }) => {
		if (request.url.includes("/patients/tcis?")) requests.push(new URL(request.url).search);
	});
});
afterEach(() => {
	server.events.removeAllListeners();
	vi.useRealTimers();
});

// Each row has the clinic, the state, the date and a link to the details.
it("history_starts_with_last_month", async () => {
	show();
	const links = await screen.findAllByRole("link", { name: /신청 상세 보기/ });
	expect(links.map((link) => link.getAttribute("href"))).toEqual([
		"/apply-history/105",
		"/apply-history/101",
	]);
	expect(screen.getByText("접수")).toBeInTheDocument();
	expect(screen.getByText("완료")).toBeInTheDocument();
	expect(screen.getByText("2026-11-05")).toBeInTheDocument();
	expect(requests).toEqual(["?startAt=2026-10-21&endAt=2026-11-21&limit=20"]);
});

it("range_buttons_load_three_or_six_months", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("radio", { name: "6개월" }));
	await waitFor(() => expect(requests.at(-1)).toContain("startAt=2026-05-21&endAt=2026-11-21"));
	await user.click(screen.getByRole("radio", { name: "3개월" }));
	await waitFor(() => expect(requests.at(-1)).toContain("startAt=2026-08-21"));
});

it("custom_range_loads_once_it_is_valid", async () => {
	const { user } = show();
	await screen.findAllByRole("link", { name: /신청 상세 보기/ });
	await typeDay(user, "종료일", "20261001");
	expect(await screen.findByText("종료일은 시작일보다 뒤여야 해요.")).toBeInTheDocument();
	expect(screen.getByRole("radio", { name: "직접 입력" })).toBeChecked();
	expect(requests.every((each) => !/startAt=0/.test(each))).toBe(true);
	await typeDay(user, "시작일", "20260901");
	await waitFor(() => expect(requests.at(-1)).toContain("startAt=2026-09-01&endAt=2026-10-01"));
	expect(await screen.findByText("이 기간에는 신청이 없어요")).toBeInTheDocument();
});

it("history_loads_more_by_cursor", async () => {
	const first = clinicDb.applications[4];
	if (!first) throw new Error("no application");
	for (let id = 400; id < 425; id += 1) clinicDb.applications.push({ ...first, id });
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "더 보기" }));
	await waitFor(() => expect(requests.at(-1)).toContain("before=405"));
	await waitFor(() => expect(screen.getAllByRole("link", { name: /신청 상세 보기/ })).toHaveLength(27));
});

it("month_ranges_follow_the_calendar", () => {
	expect(lastMonths(1, new Date("2026-03-31T03:00:00Z"))).toEqual({
		startAt: "2026-02-28",
		endAt: "2026-03-31",
	});
	expect(lastMonths(3, new Date("2026-01-15T14:59:00Z"))).toEqual({
		startAt: "2025-10-15",
		endAt: "2026-01-15",
	});
	// already tomorrow in Korea, where the server's days begin
	expect(lastMonths(1, new Date("2026-01-31T15:00:00Z"))).toEqual({
		startAt: "2026-01-01",
		endAt: "2026-02-01",
	});
	expect(isValidRange({ startAt: "2026-01-02", endAt: "2026-01-02" })).toBe(false);
	const wrong = new URLSearchParams("range=custom&startAt=2026-02-02&endAt=2026-01-01");
	expect(rangeOf(wrong, new Date(2026, 0, 15)).shortcut).toBe("1");
});
