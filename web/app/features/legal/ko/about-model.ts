import type { Model } from "~/lib/api/types";
import { figure, figures, hasIntervals, lacksFigures, percent, pointsOff, wrongOfTen } from "../figures";
import { hasKnownPhotos } from "../model";
import type { Section, Table } from "../text";

const PERCENT = { unit: "%", to: "~" };
const POINTS = { unit: "%p", to: "~" };
const NOT_RECORDED = ["–", "기록이 없어요"] as const;

/** How often scores are wrong, in a line. */
export function howOftenWrong(model: Model): string {
	const cells = wrongOfTen(model);
	const wrong =
		cells === null ? "얼마나 자주 틀리는지 기록이 없어요." : `칸 열 개 가운데 ${cells}개쯤은 틀릴 수 있어요.`;
	return `${wrong} 한 번의 점수보다 여러 번의 변화를 봐 주세요.`;
}

function results({ figures: { outline, readers, withoutTongue } }: Model): Table {
	const photos = `${readers[0]?.photos}장`;
	const same = readers.map(({ sameCells }) => percent(sameCells));
	const apart = readers.map(({ indexDifference }) => indexDifference);
	return {
		caption: "배울 때 쓰지 않은 사진으로 시험한 결과",
		head: ["시험", "사진", "결과"],
		rows: [
			[
				"혀의 윤곽이 기준과 겹친 정도",
				...(outline
					? [`${outline.photos}장`, `평균 ${figure(percent(outline.overlap), PERCENT)}`]
					: NOT_RECORDED),
			],
			["칸의 점수가 기준과 같은 비율", ...(readers.length ? [photos, figures(same, PERCENT)] : NOT_RECORDED)],
			[
				"혀 건강 점수의 차이",
				...(readers.length ? [photos, `평균 ${figures(apart, POINTS)}`] : NOT_RECORDED),
			],
			[
				"혀가 없는 사진을 읽지 않은 수",
				...(withoutTongue ? [`${withoutTongue.photos}장`, `${withoutTongue.refused}장`] : NOT_RECORDED),
			],
		],
	};
}

/** What the version learned from, and how its tests came out. */
export function tested(model: Model): Section {
	const known = hasKnownPhotos(model);
	const using = `지금은 ${model.version} 모델을 써요.`;
	const began =
		"점수를 매기는 부분 하나는 일상 사물 사진으로 먼저 배운 공개 모델(EfficientNet-Lite0)에서 이어 배웠어요.";
	return {
		id: "tested",
		title: "무엇으로 배우고 시험했나요",
		body: [
			known
				? `${using} 공개된 혀 사진으로 배웠고, 다섯 장 가운데 한 장은 배울 때 쓰지 않고 시험하려고 남겨 뒀어요. ${began}`
				: `${using} ${began}`,
			known
				? "다만 시험 사진을 시험에만 쓰지는 않았어요. 다시 찍어 달라고 하는 기준을 정하고, 칸을 읽는 방법을 고르고, 글씨처럼 가는 선을 지우게 할 때 이 사진들의 결과를 봤어요. 그래서 처음 보는 사진에서는 시험 사진에서만큼 잘 맞지 않을 수 있어요."
				: "이 버전이 어떤 사진으로 배우고 시험했는지는 이 화면에 아직 적지 못했어요. 궁금하면 맨 아래 연락처로 물어봐 주세요.",
			results(model),
			...(lacksFigures(model)
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
				? ["값이 둘 이상이면 기준 점수를 매긴 쪽마다 따로 견준 결과예요."]
				: []),
			known
				? "시험 사진도 배운 사진과 같은 카메라와 조명으로 찍은 것이라, 다른 휴대폰과 조명에서는 더 자주 틀릴 수 있어요."
				: "시험 사진과 다른 휴대폰과 조명에서는 더 자주 틀릴 수 있어요.",
			known
				? "시험의 기준이 된 점수는 두 판독 프로그램이 사진을 보고 매긴 것이에요. 배운 사진은 열 장 가운데 여섯 장을 다른 판독 프로그램이 매겼어요. 어느 것도 치과 의사가 매긴 점수가 아니고, 환자를 대상으로 한 임상 시험도 거치지 않았어요."
				: "기준이 된 점수를 누가 매겼는지도 아직 적지 못했어요. 환자를 대상으로 한 임상 시험은 거치지 않았어요.",
		],
	};
}

/** When it can be wrong. */
export function limits(model: Model): Section {
	const known = hasKnownPhotos(model);
	const off = pointsOff(model);
	const measured =
		off === null
			? "시험 사진에서 얼마나 맞았는지는 지금 쓰는 버전의 기록이 없어요."
			: `시험 사진에서는 실제로 맞은 비율과 평균 ${off}%p쯤 달랐어요.`;
	return {
		id: "limits",
		title: "틀릴 수 있는 때",
		body: [
			{
				points: [
					"커피나 사탕처럼 혀에 색을 남기는 음식을 먹은 뒤에는 설태로 잘못 읽을 수 있어요.",
					"혀를 끝까지 내밀지 않으면 뒤쪽 칸은 보이는 부분만 읽어요.",
					known
						? "두꺼운 설태(2점)는 배운 사진에 적어서 가장 자신이 없어요."
						: "두꺼운 설태(2점)는 보기 드물어서 덜 확실할 수 있어요.",
					known
						? "피부색과 나이, 틀니, 상처에 따라 얼마나 달라지는지는 아직 재지 않았어요."
						: "피부색과 나이, 틀니, 상처에 따라 달라질 수 있어요.",
					`신뢰도는 그런 점수가 맞을 가능성을 어림한 값이고, 배운 사진으로 맞췄어요(교차 검증). ${measured} 의사의 확신과는 달라요.`,
				],
			},
		],
	};
}
