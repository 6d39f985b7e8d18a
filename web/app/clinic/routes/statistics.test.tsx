import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as files from "~/shared/lib/save-file";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { server } from "../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

let requests: string[] = [];
beforeEach(() => {
	staffSignedIn();
	requests = [];
	vi.useFakeTimers({ now: new Date("2026-11-20T03:00:00Z"), toFake: ["Date"] });
	server.events.on("request:start", ({ request }) => {
		const { pathname, search } = new URL(request.url);
		if (pathname.includes("/statistics")) requests.push(pathname.split("/").pop() + search);
	});
});
afterEach(() => {
	server.events.removeAllListeners();
	vi.useRealTimers();
});

it("figures_are_shown_by_month_and_analyst", async () => {
	renderClinic("/clinic/statistics");
	expect(await screen.findByText("분석받은 환자")).toBeInTheDocument();
	expect(requests).toEqual(["statistics?startAt=2026-09-01&endAt=2026-11-20"]);
	expect(screen.getByText("분석 2건")).toBeInTheDocument();
	const months = within(screen.getByRole("row", { name: /^2026-11 / }));
	expect(months.getByText("26.5시간")).toBeInTheDocument();
	expect(screen.getByRole("row", { name: /한지훈 원장.*%p/ })).toBeInTheDocument();
});

it("other_period_is_fetched_and_may_be_empty", async () => {
	clinicDb.applications = clinicDb.applications.filter(({ id }) => id !== 101);
	const { user } = renderClinic("/clinic/statistics");
	await user.click(await screen.findByRole("button", { name: "최근 12개월" }));
	expect(await screen.findByText(/이 기간에 공개한 분석이 없어요/)).toBeInTheDocument();
	expect(requests.at(-1)).toBe("statistics?startAt=2025-12-01&endAt=2026-11-20");
	expect(await screen.findByRole("button", { name: "최근 12개월" })).toHaveAttribute("aria-pressed", "true");
});

it("table_is_saved_as_csv_of_its_period", async () => {
	const saved = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
	const { user } = renderClinic("/clinic/statistics");
	const [, byAnalyst] = await screen.findAllByRole("button", { name: "엑셀용 CSV 받기" });
	if (byAnalyst) await user.click(byAnalyst);
	await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), "statistics-by-analyst.csv"));
	expect(requests.at(-1)).toBe("csv?startAt=2026-09-01&endAt=2026-11-20&by=analyst");
});

it("statistics_need_permission", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "analysis_expert",
		permissions: permissionsOf("analysis_expert"),
	};
	renderClinic("/clinic/statistics");
	await waitFor(() =>
		expect(screen.getByRole("status", { name: "address" })).toHaveTextContent(/^\/clinic$/),
	);
	expect(screen.queryByRole("link", { name: "통계" })).toBeNull();
});
