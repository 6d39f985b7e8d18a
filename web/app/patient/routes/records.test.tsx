import { onlineManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import enInsurance from "~/locales/en/insurance.json";
import enRecords from "~/locales/en/records.json";
import insurance from "~/locales/ko/insurance.json";
import records from "~/locales/ko/records.json";
import { clinicDb } from "../../../mocks/clinic-db";
import { CHILD, db, tciOf } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderScreen, signedIn } from "../../../test/render";
import Records from "./records";
import History from "./self-check-history";

const show = (query = "") => renderScreen(Records, `/records${query}`, { person: true });
const lines = async () =>
	within(await screen.findByRole("list", { name: "기록" }))
		.getAllByRole("listitem")
		.map((item) => item.textContent);

beforeEach(signedIn);

it("records_are_listed_newest_first", async () => {
	show();
	const all = await lines();
	expect(all[0]).toMatch(/^AI 자가 검진 39%주의2026-11-20/);
	expect(all.some((line) => line?.startsWith("TCI 분석 · "))).toBe(true);
	expect(all.some((line) => line?.startsWith("보험서류 · "))).toBe(true);
	const days = all.map((line) => /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(line ?? "")?.[0] ?? "");
	expect(days).toEqual([...days].sort().reverse());
});

it("records_show_their_photos", async () => {
	show();
	await lines();
	const sources = () =>
		screen
			.getAllByRole("link", { name: /^(AI 자가 검진 39%|TCI 분석 · )/ })
			.map((row) => row.querySelector("img")?.getAttribute("src"));
	await waitFor(() => expect(sources()).toContain("/mock-photos/122011000.svg"));
	// An application shows its newest photo, the one after cleaning.
	const application = clinicDb.applications.find(({ id }) => id === 101);
	expect(sources()).toContain(application?.afterTci?.tciPicture?.pictureUrl);
	expect(sources()).not.toContain(application?.beforeTci?.tciPicture?.pictureUrl);
});

it("kept_records_are_shown_offline", async () => {
	const { unmount } = show("?kind=check");
	await lines();
	unmount();
	onlineManager.setOnline(false);
	try {
		show();
		const all = await lines();
		expect(all).toHaveLength(5);
		expect(all.every((line) => line?.startsWith("AI 자가 검진"))).toBe(true);
	} finally {
		onlineManager.setOnline(true);
	}
	await waitFor(async () => expect((await lines()).length).toBeGreaterThan(5));
});

it("one_kind_is_shown_with_score_trend", async () => {
	const { user } = show();
	await lines();
	await user.click(await screen.findByRole("radio", { name: "자가 검진" }));
	expect(await screen.findByRole("img", { name: /^최근 5번의 점수 변화/ })).toBeInTheDocument();
	expect(await lines()).toEqual([
		expect.stringMatching(/^AI 자가 검진 39%.*2026-11-20/),
		expect.stringMatching(/^AI 자가 검진 50%.*2026-11-07/),
		expect.stringMatching(/^AI 자가 검진 39%.*2026-10-21/),
		expect.stringMatching(/^AI 자가 검진 56%.*2026-10-03/),
		expect.stringMatching(/^AI 자가 검진 67%.*2026-09-12/),
	]);
});

it("records_load_more_on_demand", async () => {
	db.tcis = Array.from({ length: 25 }, (_, at) => tciOf(at + 1, "2026-11-01", [1, 0, 0, 0, 0, 0, 0, 0, 0]));
	const { user } = show("?kind=check");
	expect(await lines()).toHaveLength(20);
	await user.click(screen.getByRole("button", { name: "더 보기" }));
	await expect.poll(lines).toHaveLength(25);
	expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
});

it("no_checks_invite_to_first_one", async () => {
	db.tcis = [];
	show("?kind=check");
	expect(await screen.findByText("아직 자가 검진 기록이 없어요")).toBeInTheDocument();
	expect(screen.getByText("여기에서 최신순으로 모아 보여드려요.")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "새로 검진하기" })).toHaveAttribute("href", "/self-check");
});

it("checks_of_two_people_stay_apart", async () => {
	db.people.push({ ...CHILD });
	const { id, name, relation } = CHILD;
	db.tcis.push({ ...tciOf(6, "2026-11-21", [2, 0, 0, 0, 0, 0, 0, 0, 0]), person: { id, name, relation } });
	const { user } = show("?kind=check");
	expect(await lines()).toHaveLength(5);
	await user.click(await screen.findByRole("radio", { name: "김아이 · 자녀" }));
	await expect.poll(lines).toEqual([expect.stringMatching(/2026-11-21/)]);
	expect(screen.getByRole("link", { name: "새로 검진하기" })).toHaveAttribute(
		"href",
		`/self-check?personId=${id}`,
	);
});

it("check_is_deleted_after_confirmation", async () => {
	const { user } = show("?kind=check");
	await lines();
	await user.click(screen.getByRole("button", { name: /^2026-11-20 .* 자가 검진 삭제$/ }));
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "취소" }));
	expect(db.tcis).toHaveLength(5);
	await user.click(screen.getByRole("button", { name: /^2026-11-20 .* 자가 검진 삭제$/ }));
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "지우기" }));
	await expect.poll(lines).toHaveLength(4);
	expect(db.tcis.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it("failed_check_deletion_is_explained", async () => {
	server.use(http.delete("/patients/tcis/self-check/{tciId}", () => HttpResponse.error()));
	const { user } = show("?kind=check");
	await lines();
	await user.click(screen.getByRole("button", { name: /^2026-11-20 .* 자가 검진 삭제$/ }));
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "지우기" }));
	expect(await screen.findByText(/지우지 못했어요/)).toBeInTheDocument();
	expect(db.tcis).toHaveLength(5);
});

it("old_history_address_leads_to_records", async () => {
	renderScreen(History, "/self-check/history?personId=502", { person: true });
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(
		"/records?kind=check&personId=502",
	);
});

it("claim_states_have_one_name", () => {
	for (const [list, claim] of [
		[records, insurance],
		[enRecords, enInsurance],
	] as const) {
		expect(list.claim).toEqual({ unpaid: claim.history.toPay, ...claim.state });
		expect(claim.history.filter.toPay).toBe(claim.history.toPay);
	}
});
