import type { AboutAi } from "~/patient/features/legal/about-ai";
import type { Section } from "~/patient/features/legal/text";
import { howOftenWrong, limitsSection, testedSection, untestedSection } from "./about-model";

const STEPS: Section = {
	id: "steps",
	title: "점수가 나오기까지",
	body: [
		{
			steps: [
				"사진 전체에서 혀를 찾은 뒤, 혀를 가까이 다시 보고 윤곽을 그려요.",
				"혀를 찾지 못했거나, 사진이 너무 어둡거나 밝거나 흔들렸거나, 혀가 잘렸거나 너무 작으면 점수를 매기지 않고 다시 찍어 달라고 해요.",
				"혀를 가로세로 세 칸씩 아홉 칸으로 나눠요.",
				"칸마다 설태를 0, 1, 2점으로 읽고, 얼마나 자신 있는지(신뢰도)를 함께 내요.",
				"아홉 칸의 점수를 더해 18로 나눈 백분율이 혀 건강 점수예요. 낮을수록 깨끗해요.",
			],
		},
		{
			caption: "칸의 점수",
			head: ["점수", "뜻"],
			rows: [
				["0점", "설태가 없어요"],
				["1점", "얇은 설태가 있어요"],
				["2점", "두꺼운 설태가 있어요"],
			],
		},
		{
			caption: "점수의 단계",
			head: ["점수", "단계", "이렇게 해 보세요"],
			rows: [
				["30% 미만", "양호", "지금처럼 하루 한 번 부드럽게 닦아 주세요"],
				["30% 이상 60% 미만", "주의", "혀 세정기로 뒤에서 앞으로 닦아 보세요"],
				["60% 이상", "위험", "꼼꼼히 닦고, 계속되면 치과에서 상담해 보세요"],
			],
		},
		"이 방법은 설태 지수(Tongue Coating Index)로 알려져 있어요. Shimizu 등, J Oral Rehabil 2007;34:442-447.",
	],
};

const INPUTS: Section = {
	id: "looks-at",
	title: "AI가 보는 것과 보지 않는 것",
	body: [
		{
			caption: "점수에 쓰는 것",
			head: ["정보", "쓰나요"],
			rows: [
				["혀 사진의 색과 무늬, 혀의 윤곽", "써요"],
				["이름, 나이, 성별, 연락처", "쓰지 않아요"],
				["지난 점수, 병력, 보험", "쓰지 않아요"],
				["촬영 위치", "보내기 전에 지워요"],
			],
		},
	],
};

const NO_DIAGNOSIS: Section = {
	id: "not",
	title: "이 점수가 아닌 것",
	body: [
		"이 점수는 의료 진단이 아니에요. 병의 이름이나 병이 있을 가능성을 말하지 않고, 점수가 낮아도 병이 없다는 뜻이 아니에요. 아프거나, 색이 이상하거나, 두 주 넘게 낫지 않는 것이 있으면 점수와 관계없이 치과에서 진료를 받아 주세요.",
	],
};

const REVIEW: Section = {
	id: "review",
	title: "자동화된 결정과 전문가의 검토",
	body: [
		"자가 검진 점수는 사람이 끼지 않고 AI가 자동으로 매겨요. 이 점수만으로 서비스 이용을 제한하거나, 요금이나 보험금을 정하지 않아요.",
		{
			points: [
				"점수가 어떻게 나왔는지 설명을 요구할 수 있어요. 아래 연락처로 TCI 번호를 알려 주세요.",
				"원하지 않으면 자가 검진을 하지 않거나, 건강정보 동의를 거둘 수 있어요.",
				"치과에 TCI 분석을 신청하면 전문가가 사진을 보고 아홉 칸을 직접 채점해요. 결과 화면에는 AI 결과와 전문가 결과를 나눠 보여드려요.",
				"AI가 매긴 값에는 늘 AI라고 적고, 결과마다 모델의 버전을 함께 남겨요.",
			],
		},
		{
			links: [
				["자가 검진 하기", "/self-check"],
				["동의 관리", "/account/consents"],
				["개인정보처리방침", "/privacy"],
			],
		},
		"company",
	],
};

export default {
	forModel: (model) => ({
		title: "AI 점수는 이렇게 만들어져요",
		summary: [
			"AI가 혀 사진 한 장을 아홉 칸으로 나눠 설태를 읽고 점수로 바꿔요.",
			"사진만 봐요. 이름, 나이, 성별, 병력은 쓰지 않아요.",
			"구강 위생을 살피는 참고 점수예요. 병을 찾거나 진단하지 않아요.",
			howOftenWrong(model),
		],
		sections: [
			STEPS,
			INPUTS,
			testedSection(model),
			untestedSection(model),
			limitsSection(model),
			NO_DIAGNOSIS,
			REVIEW,
		],
	}),
} satisfies AboutAi;
