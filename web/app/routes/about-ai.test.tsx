import { readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
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

it("tells the figures of the model in use", () => {
	const { version, metrics } = JSON.parse(readFileSync("../model/weights/manifest.json", "utf8"));
	renderScreen(AboutAi, "/about-ai");
	const name = version.split("-").slice(0, 2).join("-");
	expect(screen.getByText(new RegExp(`지금 쓰는 모델은 ${name}이에요`))).toBeInTheDocument();
	const tests = "배울 때 쓰지 않은 사진으로 시험한 결과";
	const { tight, scores } = metrics;
	const percent = (share: number) => Math.round(share * 100);
	const span = (values: number[]) => [...values].sort((a, b) => a - b).join("~");
	expect(row(tests, /윤곽/)).toHaveTextContent(`${tight.photos}장`);
	expect(row(tests, /윤곽/)).toHaveTextContent(`평균 ${percent(tight.iou_mean)}%`);
	expect(row(tests, /칸의 점수/)).toHaveTextContent(`${scores.photos}장`);
	expect(row(tests, /칸의 점수/)).toHaveTextContent(`${span(scores.exact.map(percent))}%`);
	expect(row(tests, /혀 건강 점수/)).toHaveTextContent(`${span(scores.index_error.map(Math.round))}%p`);
});
