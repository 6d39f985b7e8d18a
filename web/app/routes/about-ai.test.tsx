import { readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { ABOUT_AI } from "~/features/legal/about-ai";
import { figure, figures } from "~/features/legal/figures";
import { BUILT_IN } from "~/features/legal/model";
import { setLanguage } from "~/i18n/i18n";
import { queryClient } from "~/lib/api/query";
import type { Model } from "~/lib/api/types";
import RichLayout from "~/shell/rich-layout";
import { API, problem } from "../../mocks/answers";
import { server } from "../../mocks/node";
import { atHand, shapeOf } from "../../test/legal";
import { renderScreen } from "../../test/render";
import AboutAi from "./about-ai";

const TESTS = "배울 때 쓰지 않은 사진으로 시험한 결과";
const UNKNOWN: Model["figures"] = { outline: null, readers: [], withoutTongue: null, calibrationError: null };
/** Promoted without `model eval --record`. */
const BARE: Model = { ...BUILT_IN, version: "tongue-1-ba2e0000", figures: UNKNOWN };
/** Of other photos, read by one person. */
const OTHER: Model = {
	version: "clinics-2027-03-and-a-long-name-of-an-engineer-7d1f00aa",
	dataHash: "0".repeat(64),
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
	},
};

const row = (table: string, name: RegExp) =>
	within(screen.getByRole("table", { name: table })).getByRole("row", { name });

/** The server names this version. */
function deployed(model: Model | null) {
	server.use(http.get(`${API}/model`, () => HttpResponse.json({ model })));
	renderScreen(AboutAi, "/about-ai");
}

/** The one call came to its end. */
const settled = (status: "success" | "error") =>
	waitFor(() => {
		const queries = queryClient.getQueryCache().getAll();
		expect(queries.map(({ state }) => state.status)).toEqual([status]);
	});

const using = ({ version }: Model) => screen.findByText(new RegExp(`지금은 ${version} 모델을 써요`));

it("says how the score is made, that it is no diagnosis, and how a person looks at it", () => {
	renderScreen(AboutAi, "/about-ai");
	expect(row("점수의 단계", /주의/)).toHaveTextContent("30% 이상 60% 미만");
	expect(screen.getByText(/의료 진단이 아니에요/)).toBeInTheDocument();
	expect(screen.getByText(/전문가가 사진을 보고 아홉 칸을 직접 채점해요/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "동의 관리" })).toHaveAttribute("href", "/account/consents");
	expect(screen.queryByText(/시행/)).toBeNull();
});

it("is built with the figures of the built-in version, as its manifest has them", () => {
	const Stub = createRoutesStub([
		{
			id: "rich",
			Component: RichLayout,
			children: [{ id: "screen", path: "/about-ai", Component: AboutAi }],
		},
	]);
	document.body.innerHTML = renderToString(<Stub initialEntries={["/about-ai"]} />);
	const { version, metrics } = JSON.parse(readFileSync("../model/weights/manifest.json", "utf8"));
	const { report, without_tongue: empty } = metrics;
	expect(screen.getByText(new RegExp(`지금은 ${version} 모델을 써요`))).toBeInTheDocument();
	const outline = report.slices["as it is"];
	expect(row(TESTS, /윤곽/)).toHaveTextContent(`${outline.photos}장`);
	expect(row(TESTS, /윤곽/)).toHaveTextContent(`평균 ${(outline.iou.value * 100).toFixed(1)}%`);
	for (const { photos, exact, index_error } of report.readers) {
		expect(row(TESTS, /칸의 점수/)).toHaveTextContent(`${photos}장`);
		const [share, from, to] = [exact.value, exact.low, exact.high].map((each) => (each * 100).toFixed());
		expect(row(TESTS, /칸의 점수/)).toHaveTextContent(`${share}% (${from}~${to}%)`);
		expect(row(TESTS, /혀 건강 점수/)).toHaveTextContent(`${index_error.value.toFixed()}%p`);
	}
	const photos = Object.values<number>(empty).reduce((a, b) => a + b);
	expect(row(TESTS, /혀가 없는/)).toHaveTextContent(`${photos}장`);
	expect(row(TESTS, /혀가 없는/)).toHaveTextContent(`${photos - (empty.read ?? 0)}장`);
	document.body.replaceChildren();
});

it("does not claim more than is known of the tests", () => {
	renderScreen(AboutAi, "/about-ai");
	expect(screen.getByText(/시험 사진을 시험에만 쓰지는 않았어요/)).toBeInTheDocument();
	expect(screen.getByText(/스무 번 하면 열아홉 번쯤은 그 값이 구간 안에 들어요/)).toBeInTheDocument();
	expect(screen.getByText(/배운 사진으로 맞췄어요\(교차 검증\)/)).toHaveTextContent(/평균 3%p쯤 달랐어요/);
	expect(screen.getByText(/같은 카메라와 조명으로 찍은 것/)).toBeInTheDocument();
	expect(screen.getByText(/치과 의사가 매긴 점수가 아니고/)).toBeInTheDocument();
});

it("shows the deployed version in place of the built-in one, and nothing of the built-in one's tests", async () => {
	deployed(OTHER);
	expect(screen.getByText(new RegExp(`지금은 ${BUILT_IN.version}`))).toBeInTheDocument();
	await using(OTHER);
	expect(row(TESTS, /윤곽/)).toHaveTextContent(/900장.*평균 95% \(94~96%\)/);
	expect(row(TESTS, /칸의 점수/)).toHaveTextContent(/640장.*61% \(58~64%\)$/);
	expect(row(TESTS, /혀 건강 점수/)).toHaveTextContent(/640장.*평균 11%p \(10~13%p\)$/);
	expect(row(TESTS, /혀가 없는/)).toHaveTextContent(/333장.*321장/);
	expect(screen.getByText(/칸 열 개 가운데 4개쯤은/)).toBeInTheDocument();
	expect(screen.getByText(/평균 7%p쯤 달랐어요/)).toBeInTheDocument();
	expect(
		screen.getByText(/어떤 사진으로 배우고 시험했는지는 이 화면에 아직 적지 못했어요/),
	).toBeInTheDocument();
	for (const theirs of [BUILT_IN.version, "공개된 혀 사진", "다섯 장 가운데", "두 판독", "값이 둘"]) {
		expect(screen.queryByText(new RegExp(theirs))).toBeNull();
	}
});

it("says which results of the deployed version were not recorded, and shows no other's", async () => {
	deployed(BARE);
	await using(BARE);
	for (const name of [/윤곽/, /칸의 점수/, /혀 건강 점수/, /혀가 없는/]) {
		expect(row(TESTS, name)).toHaveTextContent(/–.*기록이 없어요$/);
	}
	expect(screen.getByText(/다른 버전의 결과를 대신 보여드리지 않아요/)).toBeInTheDocument();
	expect(screen.getByText(/얼마나 자주 틀리는지 기록이 없어요/)).toBeInTheDocument();
	expect(
		screen.getByText(/시험 사진에서 얼마나 맞았는지는 지금 쓰는 버전의 기록이 없어요/),
	).toBeInTheDocument();
	for (const measured of [/칸 열 개 가운데/, /신뢰구간/, /값이 둘/, /평균 \d/]) {
		expect(screen.queryByText(measured)).toBeNull();
	}
	// It learned from the photos that are described.
	expect(screen.getByText(/공개된 혀 사진으로 배웠고/)).toBeInTheDocument();
});

it.each([
	["was refused", 404, 1],
	["failed", 503, 3],
])("keeps the built-in version where the call %s", async (_, status, times) => {
	let calls = 0;
	server.use(
		http.get(`${API}/model`, () => {
			calls += 1;
			return problem(status, "x", "x");
		}),
	);
	renderScreen(AboutAi, "/about-ai");
	await settled("error");
	expect(calls).toBe(times);
	expect(await using(BUILT_IN)).toBeInTheDocument();
	expect(row(TESTS, /윤곽/)).toHaveTextContent(`${BUILT_IN.figures.outline?.photos}장`);
	expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps the built-in version where the server knows of none", async () => {
	deployed(null);
	await settled("success");
	expect(await using(BUILT_IN)).toBeInTheDocument();
});

it("says it in English, too", async () => {
	deployed(BARE);
	await act(() => setLanguage("en"));
	expect(await screen.findByText(/The model version in use is tongue-1-ba2e0000\./)).toBeInTheDocument();
	expect(row("Results on photos it had not learned from", /outline/)).toHaveTextContent(/–.*Not recorded$/);
});

it.each([
	["built-in", BUILT_IN],
	["bare", BARE],
	["other", OTHER],
])("has the same sections, points and rows in both languages (%s)", async (_, model) => {
	const [ko, en] = [await atHand(ABOUT_AI.ko), await atHand(ABOUT_AI.en)];
	const korean = shapeOf(ko.of(model));
	expect(shapeOf(en.of(model))).toEqual(korean);
	expect(JSON.stringify(korean)).not.toContain("false");
});

it("writes a figure with its interval, with a decimal where the interval would be none", () => {
	const percent = { unit: "%", to: "~" };
	expect(figure({ value: 87.9, low: 84.7, high: 90.8 }, percent)).toBe("88% (85~91%)");
	expect(figure({ value: 97.14, low: 96.99, high: 97.28 }, percent)).toBe("97.1% (97.0~97.3%)");
	const both = [
		{ value: 5.46, low: 4.02, high: 6.99 },
		{ value: 5.94, low: 4.41, high: 7.66 },
	];
	expect(figures(both, { unit: " points", to: " to " })).toBe(
		"5 points (4 to 7 points), 6 points (4 to 8 points)",
	);
});
