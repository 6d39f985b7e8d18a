import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import Bell from "~/patient/layouts/bell";
import { queryClient } from "~/shared/api/query-client";
import { loadTenant } from "~/shared/lib/tenant";
import { clinicDb } from "../../../mocks/clinic-db";
import { completeRow, THICK } from "../../../mocks/clinic-seeds";
import { db, NOTIFICATIONS } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyDetail from "./apply-detail";

const show = (id: number | string) =>
	renderScreen(ApplyDetail, `/apply-history/${id}`, { path: "/apply-history/:id", person: true });

beforeEach(signedIn);

// And what the cleaning changed.
it("detail_shows_state_data_and_both_analyses", async () => {
	show(101);
	expect(await screen.findByText("완료")).toBeInTheDocument();
	for (const text of ["김하늘", "1991-04-12", "여", "010-1234-5678"]) {
		expect(screen.getByText(text)).toBeInTheDocument();
	}
	expect(screen.getAllByText("혀봄치과의원")).toHaveLength(2);
	const before = within(screen.getByRole("region", { name: "세척 전" }));
	expect(before.getByText("주의")).toBeInTheDocument();
	expect(before.getByText("한지훈 원장")).toBeInTheDocument();
	expect(before.getByRole("link", { name: "세척 전 결과 자세히" })).toHaveAttribute(
		"href",
		"/tcis/101/detail/201",
	);
	const change = within(screen.getByRole("region", { name: "세척 전후 비교" }));
	expect(change.getByText("세척 후 설태가 39%p 줄었어요.")).toBeInTheDocument();
	expect(change.getByText("뒤쪽 왼쪽: 2점에서 1점, 좋아짐")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "신청 취소하기" })).toBeNull();
});

it("photos_and_step_times_are_shown", async () => {
	await loadTenant();
	const { unmount } = show(101);
	expect(await screen.findAllByRole("img", { name: "검진에 쓴 혀 사진" })).toHaveLength(2);
	const steps = within(screen.getByRole("list", { name: "진행 상황" })).getAllByRole("listitem");
	expect(steps.map((each) => each.textContent?.replace(/ \d\d:\d\d$/, ""))).toEqual([
		"신청을 보냄2026-11-05",
		"치과에서 접수2026-11-05",
		"분석 중2026-11-05",
		"결과2026-11-05",
	]);
	expect(steps[3]).toHaveAttribute("aria-current", "step");
	unmount();
	show(105);
	const open = within(await screen.findByRole("list", { name: "진행 상황" })).getAllByRole("listitem");
	expect(open.at(-1)).toHaveTextContent("결과예정");
});

it("released_photos_are_compared_by_keyboard", async () => {
	const { user } = show(101);
	const change = within(await screen.findByRole("region", { name: "세척 전후 비교" }));
	const edge = await change.findByRole("slider", { name: "세척 전 사진과 세척 후 사진의 경계" });
	expect(change.getAllByText("세척 전", { ignore: "[aria-hidden] *" })).toHaveLength(1);
	expect(change.getAllByText("세척 후", { ignore: "[aria-hidden] *" })).toHaveLength(1);
	expect(edge).toHaveAttribute("aria-valuetext", "50%");
	edge.focus();
	await user.keyboard("{ArrowLeft}");
	expect(edge).toHaveValue("49");
});

it("photos_of_different_shapes_compare_as_squares", async () => {
	const row = clinicDb.applications.find((each) => each.id === 101);
	Object.assign(row?.afterTci?.tciPicture ?? {}, {
		width: 1024,
		height: 600,
		aiResult: null,
		coordinates: null,
	});
	show(101);
	const edge = await screen.findByRole("slider", { name: /세척 후 사진의 경계$/ });
	const frames = edge.closest(".card")?.querySelectorAll('[aria-hidden] > [style*="aspect-ratio"]') ?? [];
	const shapes = [...frames].map((each) => (each as HTMLElement).style.aspectRatio.split(" / "));
	expect(shapes).toHaveLength(2);
	for (const [width, height] of shapes) expect(width).toBe(height);
});

it("photos_are_not_compared_before_their_release", async () => {
	const row = clinicDb.applications.find((each) => each.id === 101);
	if (row?.beforeTci) row.beforeTci.status = 1;
	if (row?.afterTci) row.afterTci.status = 1;
	show(101);
	const change = await screen.findByRole("region", { name: "세척 전후 비교" });
	expect(within(change).queryByRole("slider")).toBeNull();
	// Nor is the slider being loaded.
	expect(change.querySelector(".aspect-square")).toBeNull();
});

it("status_shows_analysis_then_first_result", async () => {
	const { unmount } = show(105);
	expect(await screen.findByText(/^치과가 분석하고 있어요\. 결과가/)).toBeInTheDocument();
	expect(screen.getByText("분석 중").closest("li")).toHaveAttribute("aria-current", "step");
	expect(screen.queryByText("세척 전 결과")).toBeNull();
	unmount();
	queryClient.clear();
	await signedIn();
	const row = clinicDb.applications.find((each) => each.id === 105);
	if (row) row.beforeTci = completeRow(209, "2026-11-20", THICK, THICK, "");
	show(105);
	expect(await screen.findByText(/^세척 전 결과가 나왔어요/)).toBeInTheDocument();
	const steps = within(screen.getByRole("list", { name: "진행 상황" })).getAllByRole("listitem");
	expect(steps.slice(-2).map((each) => each.textContent)).toEqual([
		"세척 전 결과2026-11-20 12:00",
		"결과예정",
	]);
	expect(steps.at(-2)).toHaveAttribute("aria-current", "step");
});

it("waiting_application_can_be_corrected", async () => {
	const waiting = clinicDb.applications.find((each) => each.id === 105);
	if (waiting) waiting.status = 0;
	const { user } = show(105);
	await user.click(await screen.findByRole("button", { name: "받는 분 고치기" }));
	const name = await screen.findByRole("textbox", { name: "이름" });
	await user.clear(name);
	await user.type(name, "김하람");
	await user.click(screen.getByRole("button", { name: "저장하기" }));
	expect(await screen.findByText("김하람")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
});

// A received application cannot be corrected any more.
it("only_released_results_offer_the_report", async () => {
	const { unmount } = show(101);
	expect(await screen.findByRole("button", { name: /PDF/ })).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "받는 분 고치기" })).toBeNull();
	unmount();
	show(105);
	await screen.findByText("준비 중");
	expect(screen.queryByRole("button", { name: /PDF/ })).toBeNull();
});

it("unread_photo_is_pending_without_comparison", async () => {
	show(105);
	const after = within(await screen.findByRole("region", { name: "세척 후" }));
	expect(after.getByText("준비 중")).toBeInTheDocument();
	expect(screen.queryByRole("region", { name: "세척 전후 비교" })).toBeNull();
});

it("open_application_is_canceled_once_confirmed", async () => {
	const { user } = show(105);
	await user.click(await screen.findByRole("button", { name: "신청 취소하기" }));
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	expect(await screen.findByText("취소된 신청이에요.")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(clinicDb.applications.find((each) => each.id === 105)?.status).toBe(-1);
});

it.each([
	[409, "이미 끝난 신청이에요."],
	[429, "요청이 많았어요. 잠시 뒤에 다시 시도해 주세요."],
])("refused_cancellation_%i_shows_reason", async (status, text) => {
	server.use(
		http.put("/patients/tcis/{id}", () => problem(status, "refused", "이미 끝난 신청이에요.") as never),
	);
	const { user } = show(105);
	await user.click(await screen.findByRole("button", { name: "신청 취소하기" }));
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	expect(await screen.findByText(text)).toBeInTheDocument();
});

// Another patient's, an unknown and an invalid id look alike.
it.each([102, 9999, "abc"])("application_%s_is_not_found", async (id) => {
	show(id);
	expect(await screen.findByText("신청을 찾을 수 없어요")).toBeInTheDocument();
});

it("scores_are_labeled_as_ai_or_expert", async () => {
	const { unmount } = show(101);
	expect((await screen.findAllByText("전문가 점수")).length).toBe(3);
	expect(screen.queryByText("AI 점수")).toBeNull();
	unmount();
	show(105);
	const before = within(await screen.findByRole("region", { name: "세척 전" }));
	expect(before.getByText("AI 점수")).toBeInTheDocument();
});

it("shown_application_clears_notification", async () => {
	const [first] = NOTIFICATIONS;
	if (!first) throw new Error("no notifications");
	db.notifications = [{ ...first, kind: "tci_received", link: "/apply-history/105" }];
	renderScreen(
		() => (
			<>
				<Bell isScrolled={false} />
				<ApplyDetail />
			</>
		),
		"/apply-history/105",
		{ path: "/apply-history/:id", person: true },
	);
	await screen.findByText("준비 중");
	expect(await screen.findByRole("link", { name: "알림" })).toBeInTheDocument();
});
