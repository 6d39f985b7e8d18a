import { readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { figure, figures } from "~/features/legal/figures";
import type { Figure } from "~/features/legal/model-figures";
import { renderScreen } from "../../test/render";
import AboutAi from "./about-ai";

const row = (table: string, name: RegExp) =>
	within(screen.getByRole("table", { name: table })).getByRole("row", { name });

it("says how the score is made, that it is no diagnosis, and how a person looks at it", () => {
	renderScreen(AboutAi, "/about-ai");
	expect(row("점수의 단계", /주의/)).toHaveTextContent("30% 이상 60% 미만");
	expect(screen.getByText(/의료 진단이 아니에요/)).toBeInTheDocument();
	expect(screen.getByText(/전문가가 사진을 보고 아홉 칸을 직접 채점해요/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "동의 관리" })).toHaveAttribute("href", "/account/consents");
	expect(screen.queryByText(/시행/)).toBeNull();
});

it("tells the figures of the model in use, as its manifest has them", () => {
	const { version, metrics } = JSON.parse(readFileSync("../model/weights/manifest.json", "utf8"));
	renderScreen(AboutAi, "/about-ai");
	const name = version.split("-").slice(0, 2).join("-");
	expect(screen.getByText(new RegExp(`지금 쓰는 모델은 ${name}이에요`))).toBeInTheDocument();
	const tests = "배울 때 쓰지 않은 사진으로 시험한 결과";
	const { tight, scores, report, without_tongue: empty } = metrics;
	const percent = (share: number) => Math.round(share * 100);
	expect(row(tests, /윤곽/)).toHaveTextContent(`${tight.photos}장`);
	expect(row(tests, /윤곽/)).toHaveTextContent(`평균 ${percent(tight.iou_mean)}%`);
	expect(row(tests, /칸의 점수/)).toHaveTextContent(`${scores.photos}장`);
	for (const [at, reader] of scores.exact.entries()) {
		expect(row(tests, /칸의 점수/)).toHaveTextContent(`${percent(reader)}%`);
		expect(row(tests, /혀 건강 점수/)).toHaveTextContent(`${Math.round(scores.index_error[at])}%p`);
	}
	expect(row(tests, /혀가 없는/)).toHaveTextContent(
		`${Object.values<number>(empty).reduce((a, b) => a + b) - (empty.read ?? 0)}장`,
	);
	const interval = report?.slices["as it is"].iou;
	if (interval) {
		const between = `(${percent(interval.low)}~${percent(interval.high)}%)`;
		expect(row(tests, /윤곽/)).toHaveTextContent(between);
		expect(screen.getByText(/95% 신뢰구간이에요/)).toBeInTheDocument();
	} else {
		expect(screen.queryByText(/신뢰구간/)).toBeNull();
	}
	expect(screen.getByText(/같은 카메라와 조명으로 찍은 것/)).toBeInTheDocument();
	expect(screen.getByText(/치과 의사가 매긴 점수가 아니고/)).toBeInTheDocument();
});

it("writes a figure with its interval, or without", () => {
	expect(figure([96, 95, 97], "%", "~")).toBe("96% (95~97%)");
	expect(figure([96, null, null], "%", "~")).toBe("96%");
	const both: Figure[] = [
		[80, null, null],
		[81, 78, 84],
	];
	expect(figures(both, "%", " to ")).toBe("80%, 81% (78 to 84%)");
});
