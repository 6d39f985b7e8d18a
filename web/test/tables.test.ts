import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MAX_DAYS, MAX_USES } from "~/clinic/features/invites/invites-query";
import { MAX_LENGTH, nextScore } from "~/clinic/features/scoring/scoring-values";
import { ROLES } from "~/clinic/lib/staff-query";
import { gradeOf, isOpen, stateOf } from "~/domain/tci/application";
import { levelOf, percentOf, resultDate, statusName } from "~/domain/tci/grade";
import { APPLICATION_TINTS } from "~/domain/tongue/application-badge";
import { LEVEL_TINT } from "~/domain/tongue/score-ring";
import { STATUS_TINTS } from "~/domain/tongue/status-badge";
import en from "~/locales/en/tongue.json";
import clinicAccount from "~/locales/ko/clinicAccount.json";
import ko from "~/locales/ko/tongue.json";
import { EDITIONS } from "~/patient/features/legal/editions";
import type { Tci } from "~/shared/api/types";
import type { Tint } from "~/shared/ui/badge";
import { aiResult, picture, tciOf } from "../mocks/db";

type Scores = number[] | null;
interface Badge {
	color: string;
	ko: string;
	en: string;
}
/** The server's rules. Its tests write this file. */
interface Tables {
	applicationStates: (Badge & { status: number })[];
	applicationSteps: { from: number; to: number; allowed: boolean }[];
	tciStates: (Badge & { status: number })[];
	grades: (Badge & { grade: string })[];
	gradeCases: { ai: Scores; expert: Scores; picture: boolean; status: number; grade: string | null }[];
	percents: { sum: number; percent: number; grade: string }[];
	resultDates: {
		ai: boolean;
		expert: boolean;
		picture: boolean;
		status: number;
		aiView: string;
		expertView: string;
	}[];
	cellCycle: number[];
	limits: { comment: number; inviteDays: number; inviteUses: number };
	roles: string[];
	permissions: string[];
	editions: { document: string; effective: string; announced: string; isDisadvantage: boolean }[];
}

const tables: Tables = JSON.parse(readFileSync("../fixtures/tables/clinic.json", "utf8"));

const TINTS: Record<string, Tint> = {
	neutral: "quiet",
	info: "info",
	primary: "mint",
	success: "success",
	warning: "warning",
	error: "danger",
};
const LEVELS = { normal: "good", warning: "caution", alert: "alert" } as const;
const levelNamed = (grade: string) => LEVELS[grade as keyof typeof LEVELS];

/** An analysis of a case in the tables. */
function tci(status: number, hasPicture: boolean, ai: Scores, expert: Scores, at = ""): Tci {
	return {
		...tciOf(1, "2026-11-20", null),
		status,
		tciPicture: hasPicture
			? {
					...picture(null, at),
					aiResult: ai && aiResult(ai, at),
					score: expert && { scores: expert, createdAt: at },
				}
			: null,
	};
}

it.each(tables.applicationStates)(
	"application_status_matches_server: $status, $ko",
	({ status, color, ...words }) => {
		const state = stateOf(status);
		expect({ ko: ko.application[state], en: en.application[state] }).toEqual(words);
		expect(APPLICATION_TINTS[state]).toBe(TINTS[color]);
	},
);

it.each([-1, 0, 1, 2])("application_is_cancelable_as_on_server: %i", (status) => {
	const back = tables.applicationSteps.find(({ from, to }) => from === status && to === -1);
	expect(isOpen(status)).toBe(back?.allowed);
});

it.each(tables.tciStates)("analysis_status_matches_server: $status, $ko", ({ status, color, ...words }) => {
	const name = statusName(tci(status, true, null, null));
	expect({ ko: ko.status[name], en: en.status[name] }).toEqual(words);
	expect(STATUS_TINTS[name]).toBe(TINTS[color]);
});

it.each(tables.grades)("grade_badge_matches_server: $grade, $ko", ({ grade, color, ...words }) => {
	if (grade === "ready") return expect({ ko: ko.ready, en: en.ready }).toEqual(words);
	const level = levelNamed(grade);
	expect({ ko: ko.level[level], en: en.level[level] }).toEqual(words);
	expect(LEVEL_TINT[level]).toBe(TINTS[color]);
});

it.each(tables.percents)("percent_of_sum_matches_server: $sum, $percent", ({ sum, percent, grade }) => {
	const scores = Array.from({ length: 9 }, (_, cell) => Math.max(0, Math.min(2, sum - 2 * cell)));
	expect(percentOf(scores)).toBe(percent);
	expect(levelOf(percent)).toBe(levelNamed(grade));
});

it.each(tables.gradeCases)("grade_matches_server: $status, $picture, $ai, $expert, $grade", (given) => {
	const grade = gradeOf(tci(given.status, given.picture, given.ai, given.expert));
	expect(grade).toBe(given.grade === null || given.grade === "ready" ? given.grade : levelNamed(given.grade));
});

it.each(tables.resultDates)("result_date_matches_server: %j", (given) => {
	const at = "2025-10-01T00:00:00Z";
	const scores = (there: boolean) => (there ? [0, 0, 0, 0, 0, 0, 0, 0, 0] : null);
	const written = (date: string | null) => (date === null ? "dash" : date || "empty");
	const like = (expected: string) => (expected === "dash" || expected === "empty" ? expected : at);
	const analysis = tci(given.status, given.picture, scores(given.ai), scores(given.expert), at);
	expect(written(resultDate(analysis, "ai"))).toBe(like(given.aiView));
	expect(written(resultDate(analysis, "expert"))).toBe(like(given.expertView));
});

it("cells_limits_and_roles_match_the_server", () => {
	expect([0, 1, 2].map(nextScore)).toEqual(tables.cellCycle);
	expect({ comment: MAX_LENGTH, inviteDays: MAX_DAYS, inviteUses: MAX_USES }).toEqual(tables.limits);
	expect([...ROLES]).toEqual(tables.roles);
	expect(Object.keys(clinicAccount.roles.list).sort()).toEqual([...tables.permissions].sort());
});

it("legal_editions_match_the_server", () => {
	const own = Object.entries(EDITIONS).flatMap(([document, editions]) =>
		editions.map((edition) => ({ document, ...edition })),
	);
	expect(own).toEqual(tables.editions);
});
