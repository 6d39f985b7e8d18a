import { readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it, onTestFinished } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { ABOUT_AI } from "~/patient/features/legal/about-ai";
import { formatMetric, formatMetrics, toPercent } from "~/patient/features/legal/metrics";
import { BUILT_IN } from "~/patient/features/legal/model";
import { queryClient } from "~/shared/api/query-client";
import type { Model, ModelMetric } from "~/shared/api/types";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { atHand, shapeOf } from "../../../test/legal";
import { Providers, renderScreen } from "../../../test/render";
import AboutAi from "./about-ai";

const RESULTS = "배울 때 쓰지 않은 사진으로 시험한 결과";
const PHOTOS = "학습과 시험에 쓴 사진";
const PERCENT = { unit: "%", to: "~" };
const POINTS = { unit: "%p", to: "~" };
const NO_FIGURES: Model["figures"] = {
	outline: null,
	readers: [],
	withoutTongue: null,
	calibrationError: null,
	leaveOneSourceOut: [],
	repeatability: [],
};
/** A version promoted without `model eval --record`. */
const BARE: Model = { ...BUILT_IN, version: "tongue-1-ba2e0000", figures: NO_FIGURES };
/** A version trained and tested on other photos, with one annotator. */
const OTHER: Model = {
	version: "clinics-2027-03-and-a-long-name-of-an-engineer-7d1f00aa",
	dataHash: "0".repeat(64),
	trainingDataHash: "1".repeat(64),
	figures: {
		outline: { photos: 900, overlap: { value: 0.954, low: 0.941, high: 0.962 } },
		readers: [
			{
				photos: 640,
				sameCells: { value: 0.612, low: 0.58, high: 0.643 },
				indexDifference: { value: 11.4, low: 9.6, high: 13.2 },
			},
		],
		withoutTongue: { photos: 333, refused: 321 },
		calibrationError: 0.071,
		leaveOneSourceOut: [],
		repeatability: [],
	},
};

/** The part of a manifest that the page shows. */
interface Manifest {
	version: string;
	data_hash: string;
	evaluation: {
		version: string;
		data_hash: string;
		sources: {
			all: {
				photos: number;
				iou: ModelMetric;
				scores: {
					readers: Record<string, { photos: number; exact: ModelMetric; index_error: ModelMetric }>;
				};
			};
		};
		non_tongues: { photos: number; refused: number };
		calibration_error: number;
	};
}

/** Rounds to four decimals, as `worker figures` does. */
const roundMetric = ({ value, low, high }: ModelMetric): ModelMetric => {
	const round = (each: number) => Math.round(each * 1e4) / 1e4;
	return { value: round(value), low: round(low), high: round(high) };
};

const row = (table: string, name: RegExp) =>
	within(screen.getByRole("table", { name: table })).getByRole("row", { name });

function renderWithDeployed(model: Model | null) {
	server.use(http.get("/model", () => HttpResponse.json({ model })));
	renderScreen(AboutAi, "/about-ai");
}

const waitForQuery = (status: "success" | "error") =>
	waitFor(() => {
		const queries = queryClient.getQueryCache().findAll({ queryKey: ["get", "/model"] });
		expect(queries.map(({ state }) => state.status)).toEqual([status]);
	});

const versionPattern = (version: string) => new RegExp(`지금은 ${version} 모델을 써요`);
const findVersion = ({ version }: Model) => screen.findByText(versionPattern(version));

it("page_explains_score_limits_and_review", () => {
	renderScreen(AboutAi, "/about-ai");
	expect(row("점수의 단계", /주의/)).toHaveTextContent("30% 이상 60% 미만");
	expect(screen.getByText(/의료 진단이 아니에요/)).toBeInTheDocument();
	expect(screen.getByText(/전문가가 사진을 보고 아홉 칸을 직접 채점해요/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "동의 관리" })).toHaveAttribute("href", "/account/consents");
	expect(screen.queryByText(/시행/)).toBeNull();
});

it("prerender_shows_built_in_manifest_figures", () => {
	const Stub = createRoutesStub([
		{
			id: "rich",
			Component: Providers,
			children: [{ id: "screen", path: "/about-ai", Component: AboutAi }],
		},
	]);
	onTestFinished(() => document.body.replaceChildren());
	document.body.innerHTML = renderToString(<Stub initialEntries={["/about-ai"]} />);
	const { version, data_hash, evaluation }: Manifest = JSON.parse(
		readFileSync("../model/weights/manifest.json", "utf8"),
	);
	expect(evaluation.version).toBe(version);
	expect(BUILT_IN.dataHash).toBe(evaluation.data_hash);
	expect(BUILT_IN.trainingDataHash).toBe(data_hash);
	expect(screen.getByText(versionPattern(version))).toBeInTheDocument();
	const { photos, iou, scores } = evaluation.sources.all;
	const readers = Object.values(scores.readers);
	expect(readers).toHaveLength(2);
	expect(row(RESULTS, /윤곽/)).toHaveTextContent(`${photos}장`);
	expect(row(RESULTS, /윤곽/)).toHaveTextContent(
		`평균 ${formatMetric(toPercent(roundMetric(iou)), PERCENT)}`,
	);
	for (const { photos, exact, index_error } of readers) {
		expect(row(RESULTS, /칸의 점수/)).toHaveTextContent(`${photos}장`);
		expect(row(RESULTS, /칸의 점수/)).toHaveTextContent(formatMetric(toPercent(roundMetric(exact)), PERCENT));
		expect(row(RESULTS, /혀 건강 점수/)).toHaveTextContent(formatMetric(roundMetric(index_error), POINTS));
	}
	const { photos: empty, refused } = evaluation.non_tongues;
	expect(row(RESULTS, /혀가 없는/)).toHaveTextContent(new RegExp(`${empty}장.*${refused}장$`));
	const points = Math.max(1, Math.round(evaluation.calibration_error * 100));
	expect(screen.getByText(new RegExp(`평균 ${points}%p쯤 달랐어요`))).toBeInTheDocument();
});

it("page_names_photo_rights_and_consent", () => {
	renderScreen(AboutAi, "/about-ai");
	expect(row(PHOTOS, /한 진료 장비/)).toHaveTextContent(/741장.*MIT.*동의는 적혀 있지 않아요/);
	expect(row(PHOTOS, /다른 진료 장비/)).toHaveTextContent(/2,000장.*이용 조건이 적혀 있지 않아요/);
	expect(row(PHOTOS, /휴대폰/)).toHaveTextContent(/400장.*권리가 분명하지 않고 동의도 적혀 있지 않아요/);
	expect(row(PHOTOS, /다문 입/)).toHaveTextContent(/200장.*라이선스가 적혀 있지 않아요/);
	expect(row(PHOTOS, /물건, 동물, 사람/)).toHaveTextContent(/26장/);
	expect(screen.getByText(/한 장도 다시 공개하지 않아요/)).toBeInTheDocument();
});

it("page_states_limits_of_tests", () => {
	renderScreen(AboutAi, "/about-ai");
	expect(screen.getByText(/그 사진의 결과를 보고 고른 것도 없어요/)).toHaveTextContent(
		/열 장 가운데 한 장쯤.*앞선 실험/,
	);
	expect(screen.getByText(/스무 번 하면 열아홉 번쯤은 그 값이 구간 안에 들어요/)).toBeInTheDocument();
	expect(screen.getByText(/신경망이 스스로 어림한 값/)).toHaveTextContent(/평균 \d+%p쯤 달랐어요/);
	expect(screen.getByText(/배운 사진과 카메라도 종류도 같아서/)).toBeInTheDocument();
	const untested = screen.getByRole("heading", { name: "시험하지 않은 것" }).parentElement;
	const photos = `${BUILT_IN.figures.withoutTongue?.photos}장으로만`;
	for (const what of [/피부색, 나이\(어린이 포함\)/, /색이 물든 혀/, /의사가 매긴 점수/, photos]) {
		expect(untested).toHaveTextContent(what);
	}
	expect(screen.getByText(/치과 의사가 매긴 점수는 없고/)).toHaveTextContent(/임상 시험도 거치지 않았어요/);
});

it("limits_of_earlier_versions_are_gone", () => {
	renderScreen(AboutAi, "/about-ai");
	for (const outdated of [/시험에만 쓰지는/, /가는 선/, /여섯 장/, /다섯 장 가운데/, /교차 검증/]) {
		expect(screen.queryByText(outdated)).toBeNull();
	}
});

it("only_deployed_version_figures_are_shown", async () => {
	renderWithDeployed(OTHER);
	expect(screen.getByText(versionPattern(BUILT_IN.version))).toBeInTheDocument();
	await findVersion(OTHER);
	expect(row(RESULTS, /윤곽/)).toHaveTextContent(/900장.*평균 95% \(94~96%\)/);
	expect(row(RESULTS, /칸의 점수/)).toHaveTextContent(/640장.*61% \(58~64%\)$/);
	expect(row(RESULTS, /혀 건강 점수/)).toHaveTextContent(/640장.*평균 11%p \(10~13%p\)$/);
	expect(row(RESULTS, /혀가 없는/)).toHaveTextContent(/333장.*321장/);
	expect(screen.getByText(/칸 열 개 가운데 4개쯤은/)).toBeInTheDocument();
	expect(screen.getByText(/평균 7%p쯤 달랐어요/)).toBeInTheDocument();
	expect(
		screen.getByText(/어떤 사진으로 배우고 시험했는지.*이 화면에 아직 적지 못했어요/),
	).toBeInTheDocument();
	expect(screen.queryByRole("table", { name: PHOTOS })).toBeNull();
	for (const builtIn of [
		BUILT_IN.version,
		"EfficientNet",
		"1,360장",
		"열 장 가운데",
		"두 판독",
		"스스로 어림한",
		"값이 둘",
	]) {
		expect(screen.queryByText(new RegExp(builtIn))).toBeNull();
	}
});

it("unrecorded_results_are_marked", async () => {
	renderWithDeployed(BARE);
	await findVersion(BARE);
	for (const name of [/윤곽/, /칸의 점수/, /혀 건강 점수/, /혀가 없는/]) {
		expect(row(RESULTS, name)).toHaveTextContent(/–.*기록이 없어요$/);
	}
	expect(screen.getByText(/다른 버전의 결과를 대신 보여드리지 않아요/)).toBeInTheDocument();
	expect(screen.getByText(/얼마나 자주 틀리는지 기록이 없어요/)).toBeInTheDocument();
	expect(
		screen.getByText(/시험 사진에서 얼마나 맞았는지는 지금 쓰는 버전의 기록이 없어요/),
	).toBeInTheDocument();
	for (const measured of [/칸 열 개 가운데/, /신뢰구간/, /값이 둘/, /평균 \d/]) {
		expect(screen.queryByText(measured)).toBeNull();
	}
	expect(screen.getByText(/한 번도 배우지 않은 출처.*기록이 없어요/)).toBeInTheDocument();
	// The hashes are the built-in version's, so the photos are described.
	expect(screen.getByRole("table", { name: PHOTOS })).toBeInTheDocument();
});

it.each([
	["is refused", 404, 1],
	["fails", 503, 3],
])("built_in_version_stays_if_call_%s", async (_, status, times) => {
	let calls = 0;
	server.use(
		http.get("/model", () => {
			calls += 1;
			return problem(status, "x", "x");
		}),
	);
	renderScreen(AboutAi, "/about-ai");
	await waitForQuery("error");
	expect(calls).toBe(times);
	expect(await findVersion(BUILT_IN)).toBeInTheDocument();
	expect(row(RESULTS, /윤곽/)).toHaveTextContent(`${BUILT_IN.figures.outline?.photos}장`);
	expect(screen.queryByRole("alert")).toBeNull();
});

it("built_in_version_stays_if_server_has_none", async () => {
	renderWithDeployed(null);
	await waitForQuery("success");
	expect(await findVersion(BUILT_IN)).toBeInTheDocument();
});

it("page_renders_in_english", async () => {
	renderWithDeployed(BARE);
	await act(() => setLanguage("en"));
	expect(await screen.findByText(/The model version in use is tongue-1-ba2e0000\./)).toBeInTheDocument();
	expect(row("Results on photos it was not trained on", /outline/)).toHaveTextContent(/–.*Not recorded$/);
});

it.each([
	["built-in", BUILT_IN],
	["bare", BARE],
	["other", OTHER],
])("texts_of_%s_have_same_shape_when_translated", async (_, model) => {
	const [ko, en] = [await atHand(ABOUT_AI.ko), await atHand(ABOUT_AI.en)];
	const korean = shapeOf(ko.forModel(model));
	expect(shapeOf(en.forModel(model))).toEqual(korean);
	expect(JSON.stringify(korean)).not.toContain("false");
});

it("narrow_interval_adds_a_decimal", () => {
	expect(formatMetric({ value: 87.9, low: 84.7, high: 90.8 }, PERCENT)).toBe("88% (85~91%)");
	expect(formatMetric({ value: 97.14, low: 96.99, high: 97.28 }, PERCENT)).toBe("97.1% (97.0~97.3%)");
	const both = [
		{ value: 5.46, low: 4.02, high: 6.99 },
		{ value: 5.94, low: 4.41, high: 7.66 },
	];
	expect(formatMetrics(both, { unit: " points", to: " to " })).toBe(
		"5 points (4 to 7 points), 6 points (4 to 8 points)",
	);
});
