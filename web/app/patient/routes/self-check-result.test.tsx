import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AiResult, Tci } from "~/shared/api/types";
import { db, PATIENT, picture, tciOf } from "../../../mocks/db";
import { server } from "../../../mocks/node";
import { renderScreen, signedIn } from "../../../test/render";
import Result from "./self-check-result";

const show = (id: number | string) =>
	renderScreen(Result, `/self-check/${id}`, { path: "/self-check/:id", person: true });

function serveResult(tci: Tci): void {
	db.tcis.push(tci);
	db.waits.set(tci.id, Number.POSITIVE_INFINITY);
}

/** A check with id 60 and this reading. */
function withResult(result: Partial<AiResult>): Tci {
	const tci = tciOf(60, "2026-11-20", [1, 1, 1, 1, 1, 1, 1, 1, 1]);
	if (tci.tciPicture?.aiResult) Object.assign(tci.tciPicture.aiResult, result);
	return tci;
}

beforeEach(signedIn);

describe("a result", () => {
	// And its number, badge and sentence.
	it("result_shows_score_level_and_dates", async () => {
		show(5);
		expect((await screen.findAllByText("S-20261120-0005-5")).length).toBeGreaterThan(0);
		expect(screen.getByText("AI 판독 완료")).toBeInTheDocument();
		expect(screen.getByText("혀 건강 점수").nextSibling).toHaveTextContent("39%");
		expect(screen.getAllByText("주의")[0]).toBeInTheDocument();
		expect(
			await screen.findByText("혀 뒤쪽에 두꺼운 설태가 보여요. 설태가 11%p 줄었어요 (지난번 50%)."),
		).toBeInTheDocument();
		expect(screen.getAllByText("2026-11-20").length).toBeGreaterThan(0);
		expect(screen.getByText(/의료 진단이 아니에요/)).toHaveTextContent(
			"AI가 대체로 확신하는 결과예요. 모델 0.1.0 · 평균 신뢰도 92%",
		);
	});

	it("printed_result_names_the_person", async () => {
		show(5);
		const name = await screen.findByText(PATIENT.name, { selector: "dd" });
		expect(name.parentElement).toHaveClass("hidden", "print:flex");
		expect((await screen.findByText("표로 보기")).closest("details")).toHaveClass("print:hidden");
	});

	it("score_is_explained_with_levels_and_legend", async () => {
		show(5);
		expect(await screen.findByText("설태 지수 · 낮을수록 깨끗해요")).toBeInTheDocument();
		expect(screen.getByText("30%부터 주의, 60%부터 위험")).toBeInTheDocument();
		const legend = within(screen.getByRole("list", { name: "칸의 숫자" })).getAllByRole("listitem");
		expect(legend.map((each) => each.textContent)).toEqual(["0설태 없음", "1얇은 설태", "2두꺼운 설태"]);
	});

	it("advice_follows_the_cells", async () => {
		show(5);
		expect(await screen.findByText(/^설태가 두꺼운 뒤쪽부터/)).toBeInTheDocument();
		expect(screen.getByText(/^세게 문지르면/)).toBeInTheDocument();
		expect(screen.queryByText(/^2주 동안 닦아도/)).toBeNull();
	});

	it("earlier_photo_is_compared_by_keyboard", async () => {
		const { user } = show(5);
		const edge = await screen.findByRole("slider", { name: /지난 사진과 이번 사진의 경계/ });
		expect(edge).toHaveValue("50");
		await user.click(screen.getByRole("combobox", { name: "비교할 지난 검진" }));
		await user.selectOptions(screen.getByRole("combobox", { name: "비교할 지난 검진" }), "2026-09-12 · 67%");
		edge.focus();
		await user.keyboard("{ArrowRight}");
		expect(edge).toHaveValue("51");
	});

	it("leaves_swipes_over_the_comparison_to_the_page", async () => {
		const { container } = show(5);
		await screen.findByRole("slider", { name: /지난 사진과 이번 사진의 경계/ });
		const touched = container.querySelectorAll('[style*="touch-action"]');
		expect([...touched].map((each) => (each as HTMLElement).style.touchAction)).toEqual(["pan-y", "pan-y"]);
	});

	it("checks_of_one_day_show_their_times", async () => {
		db.tcis = db.tcis.map((tci) => (tci.id < 4 ? { ...tci, shootingAt: "2026-11-20T00:15:00Z" } : tci));
		const [first] = db.tcis;
		if (first) first.shootingAt = "2026-11-19T23:05:00Z";
		const { user } = show(5);
		const choice = await screen.findByRole("combobox", { name: "비교할 지난 검진" });
		await user.selectOptions(choice, "2026-11-20 08:05 · 67%");
		const slider = within(screen.getByRole("slider", { name: /경계/ }).closest("section") as HTMLElement);
		expect(slider.getByText("11-20 08:05")).toBeInTheDocument();
		expect(slider.getByText("11-20 10:30")).toBeInTheDocument();
		const table = within(screen.getByRole("table"));
		expect(table.getByRole("cell", { name: "2026-11-20 10:30" })).toBeInTheDocument();
		expect(table.getByRole("cell", { name: "2026-11-07" })).toBeInTheDocument();
	});

	// A retake replaces the result; a new check keeps it.
	it("retake_needs_consent_and_offers_new_check", async () => {
		db.consents = [];
		const { user } = show(5);
		expect(await screen.findByRole("link", { name: "새로 검진하기" })).toHaveAttribute("href", "/self-check");
		await user.click(await screen.findByRole("button", { name: "이 사진만 다시 찍기" }));
		const sheet = within(screen.getByRole("dialog"));
		expect(sheet.getByText(/지금 결과는 기록에 남지 않아요/)).toBeInTheDocument();
		expect(sheet.getByRole("link", { name: "지금 결과를 두고 새로 검진하기" })).toBeInTheDocument();
		expect(await sheet.findByRole("button", { name: "동의하고 시작하기" })).toBeInTheDocument();
		expect(sheet.queryByRole("button", { name: "앨범에서 선택" })).toBeNull();
	});

	it("only_newest_check_can_be_retaken", async () => {
		show(1);
		await screen.findByText("30%부터 주의, 60%부터 위험");
		await screen.findByRole("img", { name: /^최근 5번의 점수 변화/ });
		expect(screen.queryByRole("button", { name: "이 사진만 다시 찍기" })).toBeNull();
	});

	it("result_is_printed_and_picture_failure_shown", async () => {
		const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
		vi.stubGlobal(
			"Image",
			class {
				decode = () => Promise.reject(new Error("unreachable"));
			},
		);
		const { user } = show(5);
		await user.click(await screen.findByRole("button", { name: "인쇄 · PDF" }));
		expect(print).toHaveBeenCalledOnce();
		await user.click(screen.getByRole("button", { name: "이미지로 저장" }));
		expect(await screen.findByText(/결과 이미지를 만들지 못했어요/)).toBeInTheDocument();
		vi.unstubAllGlobals();
	});

	it("uncertain_cells_are_marked_and_named", async () => {
		serveResult(withResult({ confidences: [0.9, 0.9, 0.9, 0.6, 0.9, 0.9, 0.9, 0.9, 0.3] }));
		const { user } = show(60);
		const cells = await screen.findAllByRole("button", { name: /, 확실하지 않아요$/ });
		expect(cells.map((cell) => cell.getAttribute("aria-label")?.split(",")[0])).toEqual([
			"중간 왼쪽",
			"앞쪽 오른쪽",
		]);
		expect(cells.map((cell) => cell.textContent)).toEqual(["1?", "1?"]);
		expect(screen.getByRole("button", { name: "한가운데, 1점, 얇은 설태" })).toHaveTextContent(/^1$/);
		expect(
			screen.getByText(
				"‘?’ 표시가 있는 칸(중간 왼쪽, 앞쪽 오른쪽)은 AI도 확실하지 않아요. 그 점수는 틀렸을 수 있어요.",
			),
		).toBeInTheDocument();
		expect(screen.queryByText(/참고로만/)).toBeNull();
		await user.click(cells[1] as HTMLElement);
		expect(await screen.findByText("AI도 확실하지 않아요 (30%)")).toBeInTheDocument();
		await user.click(screen.getByRole("radio", { name: "전문가 결과" }));
		expect(screen.queryByText(/확실하지 않아요/)).toBeNull();
		expect(screen.queryByRole("button", { name: /확실하지 않아요/ })).toBeNull();
	});

	it("mostly_uncertain_cells_qualify_the_score", async () => {
		serveResult(withResult({ confidences: [0.6, 0.6, 0.6, 0.6, 0.6, 0.9, 0.9, 0.9, 0.9] }));
		show(60);
		const score = (await screen.findByText("혀 건강 점수")).closest("section");
		expect(score).toHaveTextContent("칸 대부분이 확실하지 않으니, 이 점수는 참고로만 봐 주세요.");
		expect(screen.getByText(/^아홉 칸 가운데 5칸이 확실하지 않아요/)).toBeInTheDocument();
	});

	it("unfamiliar_photo_is_explained", async () => {
		serveResult(withResult({ unfamiliar: true }));
		const { user } = show(60);
		const title = await screen.findByText("AI가 배운 사진들과 많이 다른 사진이에요");
		expect(title.closest("[role=status]")).toHaveTextContent(/덜 정확할 수 있어요.*다시 찍어 보세요/);
		await user.click(screen.getByRole("radio", { name: "전문가 결과" }));
		expect(screen.queryByText("AI가 배운 사진들과 많이 다른 사진이에요")).toBeNull();
	});

	it("familiar_photo_has_no_warning", async () => {
		show(5);
		await screen.findAllByText("S-20261120-0005-5");
		expect(screen.queryByText(/많이 다른|확실하지/)).toBeNull();
	});

	it("photo_shows_outline_and_nine_cells", async () => {
		const { user, container } = show(5);
		const photo = await screen.findByRole("img", { name: "검진에 쓴 혀 사진" });
		expect(photo).toHaveAttribute("crossorigin", "anonymous");
		const outline = container.querySelector("[data-part=outline] path");
		expect(outline?.getAttribute("stroke-width")).toBe("2.5");
		const cells = within(screen.getByRole("group", { name: "아홉 칸의 점수" })).getAllByRole("button");
		expect(cells.map((cell) => cell.textContent).join("")).toBe("122011000");
		const back = screen.getByRole("button", { name: "뒤쪽 가운데, 2점, 두꺼운 설태" });
		await user.click(back);
		expect(back).toHaveAttribute("aria-pressed", "true");
		expect(back).toHaveTextContent("2");
		expect(await screen.findByText("뒤쪽 가운데 · 두꺼운 설태")).toBeInTheDocument();
		expect(await screen.findByText("AI가 확신해요 (96%)")).toBeInTheDocument();
	});

	// A table says the same for screen readers.
	it("change_is_shown_by_cell_and_over_time", async () => {
		const { user } = show(5);
		expect(await screen.findByText("뒤쪽 왼쪽: 2점에서 1점, 좋아짐")).toBeInTheDocument();
		expect(
			screen.getByRole("img", { name: "최근 5번의 점수 변화. 처음 67%, 최근 39%." }),
		).toBeInTheDocument();
		await user.click(screen.getByText("표로 보기"));
		expect(screen.getAllByRole("row")).toHaveLength(6);
	});

	// Not the latest one.
	it("trend_marks_the_shown_check", async () => {
		show(1);
		const drawing = within(await screen.findByRole("img", { name: /^최근 5번의 점수 변화/ }));
		expect(drawing.getByText("67%")).toBeInTheDocument();
		expect(drawing.queryByText("39%")).toBeNull();
	});

	// Its zeros are not scores, it has no date, and it offers crop and reset.
	it("expert_view_is_empty_until_scored", async () => {
		const { user, container } = show(5);
		await user.click(await screen.findByRole("radio", { name: "전문가 결과" }));
		expect(await screen.findByText("아직 전문가 결과가 없어요")).toBeInTheDocument();
		expect(container.querySelector("[data-part=outline]")).toBeNull();
		const cells = screen.getAllByRole("button", { name: / · 아직 채점 전이에요$/ });
		expect(cells.map((cell) => cell.textContent).join("")).toBe("000000000");
		expect(screen.getByText("아직 채점 전이에요. 칸의 0은 점수가 아니에요.")).toBeInTheDocument();
		expect(screen.queryByText(/설태 없음/)).toBeNull();
		expect(screen.getByText("결과일").nextSibling).toHaveTextContent("-");
		expect(await screen.findByRole("button", { name: "이미지 자르기" })).toBeInTheDocument();
		expect(await screen.findByRole("button", { name: "전체 사진으로 되돌리기" })).toHaveAttribute(
			"aria-disabled",
			"true",
		);
	});

	it("crop_reset_sends_null_and_restarts_reading", async () => {
		const cropped = tciOf(6, "2026-11-21", [1, 1, 1, 0, 0, 0, 0, 0, 0]);
		if (cropped.tciPicture) cropped.tciPicture.coordinates = { left: 0, top: 0, width: 700, height: 700 };
		db.tcis.push(cropped);
		let sent: unknown;
		server.events.on("request:start", async ({ request }) => {
			if (request.method === "PUT") sent = await request.clone().json();
		});
		const { user } = show(6);
		await user.click(await screen.findByRole("radio", { name: "전문가 결과" }));
		await user.click(screen.getByRole("button", { name: "전체 사진으로 되돌리기" }));
		expect(await screen.findByText("AI가 혀를 읽고 있어요")).toBeInTheDocument();
		expect(sent).toEqual({ coordinates: null });
		server.events.removeAllListeners();
	});

	it("released_expert_scores_are_shown", async () => {
		const tci = tciOf(6, "2026-11-21", [1, 2, 2, 0, 1, 1, 0, 0, 0]);
		tci.status = 2;
		tci.tciPicture = {
			...picture([1, 2, 2, 0, 1, 1, 0, 0, 0], tci.shootingAt),
			score: { scores: [0, 0, 0, 0, 0, 0, 0, 0, 0], createdAt: "2026-11-22T03:00:00Z" },
		};
		db.tcis.push(tci);
		const { user } = show(6);
		expect(await screen.findByText("분석 완료")).toBeInTheDocument();
		await user.click(screen.getByRole("radio", { name: "전문가 결과" }));
		expect(screen.getByText("혀 건강 점수").nextSibling).toHaveTextContent("0%");
		expect(screen.getByText("결과일").nextSibling).toHaveTextContent("2026-11-22");
	});
});
