import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { analysis } from "../../../mocks/clinic-seeds";
import { renderScreen, signedIn } from "../../../test/render";
import TciDetail from "./tci-detail";

const show = (id: number | string, tciId: number) =>
	renderScreen(TciDetail, `/tcis/${id}/detail/${tciId}`, {
		path: "/tcis/:clinicId/detail/:tciId",
		person: true,
	});
const cells = () => screen.getAllByRole("button", { name: /점, / });
const digits = () =>
	cells()
		.map((cell) => cell.textContent)
		.join("");
const detail = (name: string) => screen.getByText(name, { selector: "dt" }).nextSibling;

beforeEach(signedIn);

// With the crop, the scores, the experts and the comment.
it("released_expert_result_is_shown_first", async () => {
	const { container } = show(101, 201);
	expect(await screen.findByText("A-20261105-0201-1")).toBeInTheDocument();
	expect(screen.getByText("분석 완료")).toBeInTheDocument();
	expect(screen.getByRole("radio", { name: "전문가 결과" })).toBeChecked();
	expect(digits()).toBe("222111010");
	expect(container.querySelector("[data-part=outline]")).toBeNull();
	expect(detail("촬영자")).toHaveTextContent("정유진 치위생사");
	expect(detail("분석자")).toHaveTextContent("한지훈 원장");
	expect(detail("결과일")).toHaveTextContent("2026-11-05");
	expect(screen.getByRole("heading", { level: 1, name: "TCI 분석 결과 · 세척 전" })).toBeInTheDocument();
	expect(screen.getByRole("region", { name: "치과 의견" })).toHaveTextContent("혀 뒤쪽 설태가 두껍습니다.");
});

it("ai_view_shows_outline_without_experts", async () => {
	const { user, container } = show(101, 201);
	await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
	expect(container.querySelector("[data-part=outline] path")).not.toBeNull();
	expect(digits()).toBe("222121010");
	expect(screen.queryByText("촬영자")).toBeNull();
	expect(screen.getByText("혀 건강 점수").nextSibling).toHaveTextContent("61%");
	await user.click(cells()[0] as HTMLElement);
	expect(await screen.findByText("뒤쪽 왼쪽 · 두꺼운 설태")).toBeInTheDocument();
	expect(digits()).toBe("222121010");
	expect(await screen.findByText(/^AI가 .+ 모델 0\.1\.0/)).toBeInTheDocument();
	expect(screen.queryByText(/확실하지|많이 다른/)).toBeNull();
});

it("expert_outline_is_shown_in_expert_view_only", async () => {
	const released = clinicDb.applications.find((each) => each.id === 101)?.beforeTci?.tciPicture;
	if (released) released.expertOutline = Array.from({ length: 8 }, (_, at) => [at, at * at]);
	const { user, container } = show(101, 201);
	expect(await screen.findByText("혀의 윤곽은 전문가가 고쳐 그렸어요.")).toBeInTheDocument();
	const line = () => container.querySelector("[data-part=outline] path")?.getAttribute("d");
	const drawn = line();
	expect(drawn).toContain("Q7 49");
	await user.click(screen.getByRole("radio", { name: "AI 결과" }));
	expect(screen.queryByText("혀의 윤곽은 전문가가 고쳐 그렸어요.")).toBeNull();
	expect(line()).not.toBe(drawn);
});

// Uncertain cells and an unfamiliar photo.
it("ai_warnings_are_shown_in_ai_view_only", async () => {
	const ai = clinicDb.applications.find((each) => each.id === 101)?.beforeTci?.tciPicture?.aiResult;
	if (ai) {
		ai.confidences = [0.9, 0.4, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.45];
		ai.unfamiliar = true;
	}
	const { user } = show(101, 201);
	await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
	expect(await screen.findByText(/^‘\?’ 표시가 있는 칸\(뒤쪽 가운데, 앞쪽 오른쪽\)/)).toBeInTheDocument();
	expect(screen.getAllByRole("button", { name: /확실하지 않아요$/ })).toHaveLength(2);
	expect(await screen.findByText(/전문가 결과와 함께 봐 주세요/)).toBeInTheDocument();
	await user.click(screen.getByRole("radio", { name: "전문가 결과" }));
	expect(screen.queryByText(/확실하지|많이 다른/)).toBeNull();
	expect(screen.queryByRole("button", { name: /확실하지 않아요$/ })).toBeNull();
});

it("unscored_photo_has_zeros_that_are_no_scores", async () => {
	const { user } = show(105, 209);
	await user.click(await screen.findByRole("radio", { name: "전문가 결과" }));
	const unscored = screen.getAllByRole("button", { name: / · 아직 채점 전이에요$/ });
	expect(unscored.map((cell) => cell.textContent).join("")).toBe("000000000");
	expect(await screen.findByText("아직 채점 전이에요. 칸의 0은 점수가 아니에요.")).toBeInTheDocument();
	await user.click(unscored[0] as HTMLElement);
	expect(await screen.findByText("뒤쪽 왼쪽 · 아직 채점 전이에요")).toBeInTheDocument();
	expect(screen.queryAllByText(/설태 없음/)).toEqual([]);
	expect(screen.queryAllByRole("button", { name: /설태/ })).toEqual([]);
	await user.click(screen.getByRole("radio", { name: "AI 결과" }));
	expect(screen.queryByText(/채점 전이에요/)).toBeNull();
	expect(cells()).toHaveLength(9);
});

// A text says that the experts are still at work.
it("unreleased_result_shows_no_expert_data", async () => {
	const { user } = show(105, 209);
	await user.click(await screen.findByRole("radio", { name: "전문가 결과" }));
	expect(detail("결과일")).toHaveTextContent("");
	expect(detail("촬영자")).toHaveTextContent("-");
	expect(await screen.findByText(/전문가가 아직 살펴보는 중이에요/)).toBeInTheDocument();
});

it("dates_are_dashes_without_a_photo", async () => {
	const application = clinicDb.applications.find((each) => each.id === 105);
	if (application) application.afterTci = analysis(210, null, null);
	show(105, 210);
	expect(await screen.findByText("아직 촬영한 사진이 없어요.")).toBeInTheDocument();
	expect(detail("촬영일")).toHaveTextContent("-");
	expect(detail("결과일")).toHaveTextContent("-");
});

it.each([
	[105, 201],
	[102, 203],
	["x", 1],
])("application_%s_result_%s_is_not_found", async (id, tciId) => {
	show(id, tciId);
	expect(await screen.findByText("신청을 찾을 수 없어요")).toBeInTheDocument();
});
