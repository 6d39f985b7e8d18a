import {
	allLast,
	formatCoefficient,
	formatMetric,
	formatMetrics,
	hasIntervals,
	lacksMetrics,
	pointsOff,
	pointsOffUnseen,
	toPercent,
	wrongOfTen,
} from "~/patient/features/legal/metrics";
import { hasKnownTests, hasKnownTraining } from "~/patient/features/legal/model";
import type { Block, Section, Table } from "~/patient/features/legal/text";
import type { Model } from "~/shared/api/types";

const PERCENT = { unit: "%", to: "~" };
const POINTS = { unit: "%p", to: "~" };
const NOT_RECORDED = ["–", "기록이 없어요"] as const;

const SOURCES: Readonly<Record<string, string>> = {
	first: "한 진료 장비",
	second: "다른 진료 장비",
	street: "휴대폰 등",
	all: "모두",
};

const CHANGES: Readonly<Record<string, string>> = {
	darker: "더 어두운 빛",
	brighter: "더 밝은 빛",
	warmer: "더 붉은 빛",
	cooler: "더 푸른 빛",
	cropped: "더 좁게 자르기",
	smaller: "더 작은 사진",
	compressed: "더 센 압축",
	all: "모두",
};

/** The photos of a version whose data is known. */
const PHOTOS: Table = {
	caption: "학습과 시험에 쓴 사진",
	head: ["사진", "수", "출처와 이용 조건"],
	rows: [
		["한 진료 장비로 찍은 혀", "741장", "공개 저장소, MIT 라이선스. 환자의 동의는 적혀 있지 않아요"],
		[
			"다른 진료 장비로 찍은 혀",
			"2,000장",
			"TonguExpert 데이터베이스(중국 인구 집단). 쓴 사본에 이용 조건이 적혀 있지 않아요",
		],
		["휴대폰 등으로 찍은 혀", "400장", "공개 저장소. 권리가 분명하지 않고 동의도 적혀 있지 않아요"],
		["다문 입", "200장", "진료용 카메라 한 대. 라이선스가 적혀 있지 않아요"],
		["물건, 동물, 사람", "26장", "오픈소스 소프트웨어 패키지에 든 사진이에요"],
	],
};

/** The expected error in one line. */
export function howOftenWrong(model: Model): string {
	const cells = wrongOfTen(model);
	const errorRate =
		cells === null ? "얼마나 자주 틀리는지 기록이 없어요." : `칸 열 개 가운데 ${cells}개쯤은 틀릴 수 있어요.`;
	const points = pointsOffUnseen(model);
	const unseen = points === null ? "" : ` 처음 보는 종류의 사진에서는 점수가 평균 ${points}%p쯤 달랐어요.`;
	return `${errorRate}${unseen} 한 번의 점수보다 여러 번의 변화를 봐 주세요.`;
}

/** Results of leaving out one collection of phone photos at a time; see training/EXPERIMENTS.md. */
const UNSEEN_COLLECTIONS =
	"휴대폰 등으로 찍은 사진 안에서도 모은 곳을 하나씩 빼고 같은 방법으로 한 번씩 시험했어요. 다섯 곳의 사진 339장에서 혀 건강 점수는 평균 9%p(8~10%p) 달랐고, 카파는 0.73(0.70~0.75)이었고, 한 장은 읽지 않았어요.";

/** Results on sources that were left out of the training. */
function unseenSources(model: Model): Block[] {
	const all = allLast(model.figures.leaveOneSourceOut, ({ source }) => source);
	if (all.length === 0) {
		return ["한 번도 배우지 않은 출처의 사진을 얼마나 잘 읽는지는 아직 이 버전의 기록이 없어요."];
	}
	const seeds = Math.min(...all.map((each) => each.seeds));
	const steps = Math.max(...all.map((each) => each.steps));
	const times = steps > 0 ? `${seeds}번, 한 번에 ${steps}단계씩` : `${seeds}번씩`;
	return [
		`먼저 처음 보는 출처의 사진으로 시험한 결과예요. 출처를 하나씩 빼고 이 모델과 같은 방법으로 ${times} 다시 학습해서, 뺀 출처의 사진을 읽혔어요. 새로운 휴대폰이나 카메라로 찍은 사진은 이 정도로 읽는다고 보시면 돼요.`,
		{
			caption: "배우지 않은 출처의 사진으로 시험한 결과",
			head: ["시험", ...all.map(({ source }) => SOURCES[source] ?? source)],
			rows: [
				["사진", ...all.map(({ photos }) => `${photos}장`)],
				[
					"혀의 윤곽이 기준과 겹친 정도",
					...all.map(({ overlap }) => (overlap ? formatMetric(toPercent(overlap), PERCENT) : "–")),
				],
				[
					"칸 점수의 일치도(카파)",
					...all.map(({ kappa }) => (kappa ? formatCoefficient(kappa, PERCENT) : "–")),
				],
				[
					"혀 건강 점수의 차이",
					...all.map(({ indexDifference }) =>
						indexDifference ? formatMetric(indexDifference, POINTS) : "–",
					),
				],
				[
					"혀 건강 점수의 상관",
					...all.map(({ indexCorrelation }) =>
						indexCorrelation ? formatCoefficient(indexCorrelation, PERCENT) : "–",
					),
				],
				[
					"읽지 않은 사진",
					...all.map(({ refused }) => (refused ? formatMetric(toPercent(refused), PERCENT) : "–")),
				],
			],
		},
		"카파는 기준 점수와 얼마나 같은지를 나타내요. 완전히 같으면 1, 우연히 같은 정도면 0이에요. 상관은 점수가 기준 점수와 함께 오르내리면 1에 가까워요.",
		...(hasKnownTraining(model) ? [UNSEEN_COLLECTIONS] : []),
	];
}

function resultsTable({ figures: { outline, readers, withoutTongue } }: Model): Table {
	const photos = `${readers[0]?.photos}장`;
	const exactShares = readers.map(({ sameCells }) => toPercent(sameCells));
	const indexErrors = readers.map(({ indexDifference }) => indexDifference);
	return {
		caption: "배울 때 쓰지 않은 사진으로 시험한 결과",
		head: ["시험", "사진", "결과"],
		rows: [
			[
				"혀의 윤곽이 기준과 겹친 정도",
				...(outline
					? [`${outline.photos}장`, `평균 ${formatMetric(toPercent(outline.overlap), PERCENT)}`]
					: NOT_RECORDED),
			],
			[
				"칸의 점수가 기준과 같은 비율",
				...(readers.length ? [photos, formatMetrics(exactShares, PERCENT)] : NOT_RECORDED),
			],
			[
				"혀 건강 점수의 차이",
				...(readers.length ? [photos, `평균 ${formatMetrics(indexErrors, POINTS)}`] : NOT_RECORDED),
			],
			[
				"혀가 없는 사진을 읽지 않은 수",
				...(withoutTongue ? [`${withoutTongue.photos}장`, `${withoutTongue.refused}장`] : NOT_RECORDED),
			],
		],
	};
}

/** How the score varies between photos of the same tongue. */
function repeatabilityBlocks({ figures: { repeatability } }: Model): Block[] {
	if (repeatability.length === 0) return [];
	return [
		"같은 사진의 빛과 크기 등을 컴퓨터로 바꿔 다시 읽게 하고, 점수가 얼마나 움직이는지 쟀어요.",
		{
			caption: "사진이 달라질 때 움직이는 정도",
			head: ["바꾼 것", "사진", "점수의 차이", "바꾸니 읽지 않은 사진"],
			rows: allLast(repeatability, ({ change }) => change).map((each) => [
				CHANGES[each.change] ?? each.change,
				`${each.photos}장`,
				`평균 ${each.shownIndexDifference.toFixed(1)}%p`,
				`${each.refused}장`,
			]),
		},
	];
}

/** The accuracy of the version, its test photos, annotators and training data. */
export function testedSection(model: Model): Section {
	const knowsTraining = hasKnownTraining(model);
	const knowsTests = hasKnownTests(model);
	return {
		id: "tested",
		title: "무엇으로 배우고 시험했나요",
		body: [
			`지금은 ${model.version} 모델을 써요. 신경망 하나가 혀를 찾고, 윤곽을 그리고, 아홉 칸의 점수를 매겨요.`,
			...unseenSources(model),
			knowsTests
				? "출처마다 열 장 가운데 한 장쯤은 이 모델을 학습하기 전에 정한 규칙대로 떼어 뒀어요. 이 모델은 그 사진으로 배우지 않았고, 그 사진의 결과를 보고 고른 것도 없어요. 학습 방법을 정한 앞선 실험은 그 사진으로도 배웠지만, 다른 사진으로 재서 정했고 그때의 가중치는 쓰지 않아요. 아래는 모든 출처의 시험 사진을 합친 결과예요. 시험 사진은 배운 사진과 카메라도 종류도 같아서, 다른 카메라로 찍은 사진에서는 더 자주 틀릴 수 있어요."
				: "시험 사진과 다른 휴대폰과 조명에서는 더 자주 틀릴 수 있어요.",
			resultsTable(model),
			...(lacksMetrics(model)
				? [
						"‘기록이 없어요’는 이 버전을 시험한 결과를 남겨 두지 않았다는 뜻이에요. 다른 버전의 결과를 대신 보여드리지 않아요.",
					]
				: []),
			...(hasIntervals(model)
				? [
						"괄호 안은 95% 신뢰구간이에요. 시험한 사진이 많지 않아서, 아주 많았다면 나왔을 값을 구간으로 어림했어요. 사진을 새로 모아 이렇게 어림하기를 스무 번 하면 열아홉 번쯤은 그 값이 구간 안에 들어요.",
					]
				: []),
			...(model.figures.readers.length > 1
				? ["값이 둘 이상이면 사진마다 기준 점수가 여럿이어서 하나씩 따로 견준 결과예요."]
				: []),
			...repeatabilityBlocks(model),
			...(knowsTraining
				? [
						"사진 1,360장에 기준 점수가 있어요. 한 장마다 두 판독 프로그램이 사진을 보고 따로 매겼어요. 치과 의사가 매긴 점수는 없고, 환자를 대상으로 한 임상 시험도 거치지 않았어요. 기준이 된 윤곽도 대부분 프로그램이 그려서, 겹친 정도의 마지막 몇 %는 큰 뜻이 없어요.",
						"사진을 읽는 앞부분은 구글이 ImageNet 사진으로 학습해 공개한 EfficientNet-Lite0(Apache 2.0)에서 시작했고, 그다음 신경망 전체를 아래 사진으로 학습했어요.",
						PHOTOS,
						"학습할 때는 컴퓨터로 그린 그림도 조금 섞었어요. 사진은 한 장도 다시 공개하지 않아요.",
					]
				: [
						"이 버전이 어떤 사진으로 배우고 시험했는지, 기준이 된 점수를 누가 매겼는지는 이 화면에 아직 적지 못했어요. 궁금하면 맨 아래 연락처로 물어봐 주세요. 환자를 대상으로 한 임상 시험은 거치지 않았어요.",
					]),
		],
	};
}

/** What no test covers. */
export function untestedSection(model: Model): Section {
	const photos = model.figures.withoutTongue?.photos;
	return {
		id: "untested",
		title: "시험하지 않은 것",
		body: [
			hasKnownTraining(model)
				? {
						points: [
							"피부색, 나이(어린이 포함), 틀니, 상처나 병변에 따라 얼마나 달라지는지",
							"커피나 사탕으로 색이 물든 혀, 끝까지 내밀지 않은 혀",
							"의사가 매긴 점수와 얼마나 같은지, 진료에 도움이 되는지",
							...(photos === undefined ? [] : [`혀가 없는 사진은 ${photos}장으로만 시험했어요`]),
						],
					}
				: "피부색과 나이, 틀니, 상처에 따라 달라질 수 있어요.",
		],
	};
}

/** When it can be wrong. */
export function limitsSection(model: Model): Section {
	const known = hasKnownTraining(model);
	const calibrationPoints = pointsOff(model);
	const calibration =
		calibrationPoints === null
			? "시험 사진에서 얼마나 맞았는지는 지금 쓰는 버전의 기록이 없어요."
			: `시험 사진에서는 기준 점수와 실제로 같았던 비율과 평균 ${calibrationPoints}%p쯤 달랐어요.`;
	return {
		id: "limits",
		title: "틀릴 수 있는 때",
		body: [
			{
				points: [
					"커피나 사탕처럼 혀에 색을 남기는 음식을 먹은 뒤에는 설태로 잘못 읽을 수 있어요.",
					"혀를 끝까지 내밀지 않으면 뒤쪽 칸은 보이는 부분만 읽어요.",
					known
						? "두꺼운 설태(2점)는 점수를 매긴 칸의 7%쯤(휴대폰 사진에서는 12%쯤)뿐이라 아직 가장 자신이 없어요."
						: "두꺼운 설태(2점)는 보기 드물어서 덜 확실할 수 있어요.",
					known
						? `신뢰도는 그 점수가 맞을 가능성을 신경망이 스스로 어림한 값이에요. ${calibration} 의사의 확신과는 달라요.`
						: `신뢰도는 그 점수가 맞을 가능성을 어림한 값이에요. ${calibration} 의사의 확신과는 달라요.`,
					"신뢰도가 65%보다 낮은 칸에는 결과 화면에서 ‘?’를 붙여요. 사진이 AI가 배운 사진들과 많이 다르면 그것도 알려드려요. 그런 사진의 점수는 신뢰도가 말하는 것보다 덜 확실해요. 종류가 다른 사진은 알아보지만, 처음 보는 카메라를 모두 알아보지는 못해요.",
				],
			},
		],
	};
}
