import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { ABOUT_AI } from "~/patient/features/legal/about-ai";
import { BUILT_IN } from "~/patient/features/legal/model";
import type { Model, ModelMetric } from "~/shared/api/types";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { atHand, shapeOf } from "../../../test/legal";
import { renderScreen } from "../../../test/render";
import AboutAi from "./about-ai";

const RESULTS = "배울 때 쓰지 않은 사진으로 시험한 결과";
const PHOTOS = "학습과 시험에 쓴 사진";
const around = (value: number): ModelMetric => ({ value, low: value - 0.02, high: value + 0.02 });
const leftOut = (source: string, photos: number): Model["figures"]["leaveOneSourceOut"][number] => ({
	source,
	photos,
	seeds: 3,
	steps: 600,
	overlap: around(0.95),
	refused: around(0.03),
	kappa: around(0.62),
	indexDifference: { value: 11.2, low: 10.1, high: 12.3 },
	indexCorrelation: null,
});
/** The built-in version with all figures recorded; the names are in the server's order. */
const UNSEEN: Model = {
	...BUILT_IN,
	version: "tongue-2-00000000",
	figures: {
		...BUILT_IN.figures,
		leaveOneSourceOut: [leftOut("all", 2164), leftOut("second", 1801), leftOut("clinic-7", 363)],
		repeatability: [
			{
				change: "darker",
				photos: 310,
				refused: 8,
				indexDifference: 1,
				shownIndexDifference: 1.25,
				calibrationError: null,
			},
		],
	},
};

function renderWithDeployed(model: Model) {
	server.use(http.get("/model", () => HttpResponse.json({ model })));
	renderScreen(AboutAi, "/about-ai");
}

const findVersion = ({ version }: Model) => screen.findByText(new RegExp(`지금은 ${version} 모델을 써요`));

it("unseen_source_results_come_first", async () => {
	renderWithDeployed(UNSEEN);
	await findVersion(UNSEEN);
	const unseen = screen.getByRole("table", { name: "배우지 않은 출처의 사진으로 시험한 결과" });
	const results = screen.getByRole("table", { name: RESULTS });
	expect(unseen.compareDocumentPosition(results)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	const heads = within(unseen).getAllByRole("columnheader");
	expect(heads.map((head) => head.textContent)).toEqual(["시험", "다른 진료 장비", "clinic-7", "모두"]);
	const cells = (name: RegExp) =>
		within(within(unseen).getByRole("row", { name }))
			.getAllByRole("cell")
			.map((cell) => cell.textContent);
	expect(cells(/^사진/)).toEqual(["다른 진료 장비1801장", "clinic-7363장", "모두2164장"]);
	expect(cells(/카파/)[2]).toBe("모두0.62 (0.60~0.64)");
	expect(cells(/점수의 차이/)[2]).toBe("모두11%p (10~12%p)");
	expect(cells(/상관/)[2]).toBe("모두–");
	expect(screen.getByText(/3번, 한 번에 600단계씩 다시 학습해서/)).toBeInTheDocument();
	expect(screen.getByText(/처음 보는 종류의 사진에서는 점수가 평균 11%p쯤 달랐어요/)).toBeInTheDocument();
	expect(screen.queryByText(/한 번도 배우지 않은 출처.*기록이 없어요/)).toBeNull();
	expect(screen.getByText(/다섯 곳의 사진 339장.*평균 9%p\(8~10%p\)/)).toBeInTheDocument();
	const changes = screen.getByRole("table", { name: "사진이 달라질 때 움직이는 정도" });
	expect(within(changes).getByRole("row", { name: /어두운/ })).toHaveTextContent(/310장.*평균 1.3%p.*8장/);
});

it.each([
	["trained on other photos", { trainingDataHash: "1".repeat(64) }],
	["of unknown training", { trainingDataHash: null }],
])("photos_of_version_%s_are_not_described", async (_, hashes) => {
	const model: Model = { ...BUILT_IN, version: "tongue-2-0ther000", ...hashes };
	renderWithDeployed(model);
	await findVersion(model);
	expect(screen.queryByRole("table", { name: PHOTOS })).toBeNull();
	expect(screen.queryByText(/열 장 가운데 한 장쯤/)).toBeNull();
});

it("training_is_described_if_test_data_differs", async () => {
	const model: Model = { ...BUILT_IN, version: "tongue-2-0ther000", dataHash: "0".repeat(64) };
	renderWithDeployed(model);
	await findVersion(model);
	expect(screen.getByRole("table", { name: PHOTOS })).toBeInTheDocument();
	expect(screen.queryByText(/열 장 가운데 한 장쯤/)).toBeNull();
});

it("texts_have_same_shape_when_translated", async () => {
	const [ko, en] = [await atHand(ABOUT_AI.ko), await atHand(ABOUT_AI.en)];
	expect(shapeOf(en.forModel(UNSEEN))).toEqual(shapeOf(ko.forModel(UNSEEN)));
});
