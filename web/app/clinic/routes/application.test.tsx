import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { analysis } from "../../../mocks/clinic-seeds";
import { server } from "../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);
const grid = () => screen.findByRole("grid", { name: "아홉 칸의 점수" });
const scoreGroup = () => screen.findByRole("group", { name: "아홉 칸의 점수" });
const cells = async () => within(await grid()).getAllByRole("button");
const digits = async () => (await cells()).map((cell) => cell.textContent).join("");
const find = (id: number) => clinicDb.applications.find((each) => each.id === id);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));

beforeEach(staffSignedIn);

function signInPhotographer() {
	const role = "shooting_expert";
	clinicDb.staff = { ...clinicDb.staff, role, permissions: permissionsOf(role) };
}

it("released_photo_is_kept_by_photographer", async () => {
	const before = find(102)?.beforeTci;
	if (before) before.status = 2;
	signInPhotographer();
	const { user } = renderClinic("/clinic/applications/102?phase=after");
	expect(await screen.findByRole("button", { name: "다시 촬영" })).toBeInTheDocument();
	await user.click(screen.getByRole("radio", { name: /^세척 전/, checked: false }));
	expect(await screen.findByRole("radio", { name: /^세척 전/, checked: true })).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "다시 촬영" })).toBeNull();
});

it("scores_and_release_need_permission", async () => {
	signInPhotographer();
	open(102);
	expect(await screen.findByText("점수와 공개는 분석자와 관리자가 할 수 있어요.")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "임시 저장" })).toBeNull();
	expect(screen.queryByRole("link", { name: "보험서류" })).toBeNull();
});

it("photo_leaves_room_for_a_tall_head", async () => {
	const observed: Element[] = [];
	class Observer {
		constructor(private readonly onResize: () => void) {}
		observe(element: Element) {
			observed.push(element);
			this.onResize();
		}
		unobserve() {}
		disconnect() {}
	}
	vi.stubGlobal("ResizeObserver", Observer);
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(98);
	open(102);
	const photo = await screen.findByRole("img", { name: "검진에 쓴 혀 사진" });
	expect(photo.closest("[style*='var(--application-head, 3.25rem)']")).not.toBeNull();
	const head = observed.find((each) => each.tagName === "HEADER");
	expect(head?.parentElement?.style.getPropertyValue("--application-head")).toBe("98px");
	expect(head?.parentElement).toContainElement(photo);
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe("the nine cells", () => {
	it("click_cycles_a_cell_through_0_1_2", async () => {
		const { user } = open(102);
		const [first] = await cells();
		expect(first).toHaveAccessibleName("뒤쪽 왼쪽, 채점 안 함");
		for (const expected of ["0", "1", "2", "0", "1"]) {
			await user.click(first as HTMLElement);
			expect((await cells())[0]).toHaveTextContent(expected);
		}
		expect(screen.getByText("AI와 1칸 중 1칸 일치")).toBeInTheDocument();
		expect(screen.getByText("1/9칸 채점")).toBeInTheDocument();
		await press(user, "빈 칸은 0으로");
		expect(await digits()).toBe("100000000");
		expect(screen.getByText("AI와 9칸 중 5칸 일치")).toBeInTheDocument();
		expect(screen.getByText("혀 건강 점수").parentElement).toHaveTextContent("6%");
	});

	// A digit moves on to the next cell; all cells are one Tab stop.
	it("cells_are_set_by_digits_and_arrow_keys", async () => {
		const { user } = open(102);
		const all = await cells();
		expect(all.map((cell) => cell.tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1, -1]);
		all[0]?.focus();
		await user.keyboard("210");
		expect((await cells())[3]).toHaveFocus();
		await user.keyboard("{ArrowDown}{ArrowDown}{End}{ArrowRight}2");
		expect((await cells())[8]).toHaveFocus();
		expect((await cells()).map((cell) => cell.textContent)).toEqual(["2", "1", "0", "", "", "", "", "", "2"]);
		await user.keyboard("{Home}3{Enter}");
		expect((await cells())[6]).toHaveFocus();
		expect((await cells())[6]).toHaveAccessibleName("앞쪽 왼쪽, 0점, 설태 없음");
	});

	it("ai_view_has_fixed_cells_and_the_outline", async () => {
		const { user, container } = open(102);
		await grid();
		expect(container.querySelector("[data-part=outline]")).toBeNull();
		await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
		expect(container.querySelector("[data-part=outline] path")).not.toBeNull();
		expect(within(await scoreGroup()).getByText("뒤쪽 가운데, 2점, 두꺼운 설태")).toBeInTheDocument();
		expect(screen.queryByRole("grid")).toBeNull();
		expect(screen.queryByRole("combobox", { name: "촬영자" })).toBeNull();
	});

	// Both views say that a photo is unfamiliar.
	it("ai_view_marks_uncertain_cells", async () => {
		const ai = find(102)?.beforeTci?.tciPicture?.aiResult;
		if (ai)
			Object.assign(ai, { confidences: [0.5, 0.6, 0.6, 0.6, 0.6, 0.9, 0.9, 0.9, 0.9], unfamiliar: true });
		const { user } = open(102);
		await grid();
		expect(screen.getByText(/사진을 보고 직접 확인해 주세요/)).toBeInTheDocument();
		expect(within(await grid()).queryByRole("button", { name: /확실하지/ })).toBeNull();
		await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
		expect(within(await scoreGroup()).getAllByText(/, 확실하지 않아요$/)).toHaveLength(5);
		expect(within(await scoreGroup()).getAllByText("?")).toHaveLength(5);
		expect(screen.getByText(/칸 대부분이 확실하지 않으니/)).toBeInTheDocument();
		expect(screen.getByText(/사진을 보고 직접 확인해 주세요/)).toBeInTheDocument();
	});
});

describe("one's work", () => {
	it("draft_is_kept_until_saved_and_sent_whole", async () => {
		const first = open(102);
		await press(first.user, "AI 점수로 채우기");
		await first.user.type(screen.getByRole("textbox", { name: "치과 의견" }), "두꺼운 설태");
		expect(screen.getByText(/저장하지 않은 변경을 보관 중/)).toBeInTheDocument();
		first.unmount();
		const { user } = open(102);
		expect(await digits()).toBe("122011000");
		expect(screen.getByRole("textbox", { name: "치과 의견" })).toHaveValue("두꺼운 설태");
		await user.selectOptions(screen.getByRole("combobox", { name: "촬영자" }), "정유진 치위생사");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		const tci = find(102)?.beforeTci;
		expect([
			tci?.tciPicture?.score?.scores.join(""),
			tci?.comment,
			tci?.shootingExpertId,
			tci?.status,
		]).toEqual(["122011000", "두꺼운 설태", 31, 1]);
		expect(sessionStorage.getItem("draft:staff:32:scoring:203")).toBeNull();
	});

	it("saving_says_if_scores_started_from_the_ai", async () => {
		const sent: unknown[] = [];
		server.events.on("request:start", async ({ request }) => {
			if (request.method === "PUT") sent.push((await request.clone().json()).attributes.scoresFromAi);
		});
		const { user } = open(102);
		await grid();
		await press(user, "빈 칸은 0으로");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		await press(user, "AI 점수로 바꾸기");
		await press(user, "바꾸기");
		await user.click((await cells())[0] as HTMLElement);
		await press(user, "임시 저장");
		await waitFor(() => expect(sent).toEqual([false, true]));
		server.events.removeAllListeners();
	});

	// All scores, the photographer and the analyst are required. The other photo and the next patient come next.
	it("complete_result_is_sent_after_confirmation", async () => {
		const { user } = open(102);
		await press(user, "결과 보내기");
		expect(screen.getByText(/점수를 먼저 매겨 주세요/)).toBeInTheDocument();
		await press(user, "다시 확인");
		await user.click((await cells())[0] as HTMLElement);
		await press(user, "결과 보내기");
		expect(screen.getByText("아직 채점하지 않은 칸이 8개 있어요.")).toBeInTheDocument();
		await press(user, "다시 확인");
		await press(user, "빈 칸은 AI 점수로");
		// unless others are named, the signed-in user is photographer and analyst
		expect(screen.getByRole("combobox", { name: "촬영자" })).toHaveDisplayValue("한지훈 원장");
		await user.selectOptions(screen.getByRole("combobox", { name: "분석자" }), "선택 안 함");
		await press(user, "결과 보내기");
		expect(screen.getByText("촬영자와 분석자를 먼저 선택해 주세요.")).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "보내기" })).toBeDisabled();
		await press(user, "다시 확인");
		await user.selectOptions(screen.getByRole("combobox", { name: "분석자" }), "한지훈 원장");
		await press(user, "결과 보내기");
		await press(user, "보내기");
		expect(await screen.findByText("결과를 보냈어요")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.status).toBe(2);
		expect(screen.queryByRole("grid")).toBeNull();
		expect(screen.getByRole("link", { name: "다음 환자" })).toHaveAttribute(
			"href",
			"/clinic/applications/105",
		);
		await press(user, "세척 후 채점하기");
		expect(await screen.findByText(/B-20261119-0204|A-20261119-0204/)).toBeInTheDocument();
	});

	it("comment_alone_saves_no_scores", async () => {
		const { user } = open(102);
		expect(await screen.findByText("아직 채점하지 않았어요.")).toBeInTheDocument();
		await user.type(screen.getByRole("textbox", { name: "치과 의견" }), "확인 필요");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.tciPicture?.score).toBeNull();
		expect(await digits()).toBe("");
	});

	it("result_cannot_be_sent_before_photo_is_read", async () => {
		const application = find(103);
		if (application) application.beforeTci = analysis(205, "2026-11-20", null);
		clinicDb.waits.set(205, Number.POSITIVE_INFINITY);
		const { user } = open(103);
		expect(await screen.findByText("AI 판독 중", { selector: "p" })).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "결과 보내기" })).toBeDisabled();
		await user.keyboard("{Control>}{Enter}{/Control}");
		expect(screen.queryByRole("dialog")).toBeNull();
	});
});
