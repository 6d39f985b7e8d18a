import { expect, it } from "vitest";
import type { Application, Tci } from "~/shared/api/types";
import { changeOf, percentOfPhase, trendOf } from "./results";

function tci(id: number, at: string, score: number, status = 2): Tci {
	const scores = Array(9).fill(score);
	const picture = { score: { scores, createdAt: at }, aiResult: { scores: Array(9).fill(0) } };
	return { id, shootingAt: at, status, failure: null, tciPicture: picture } as unknown as Tci;
}

const visit = (beforeTci: Tci | null, afterTci: Tci | null) => ({ beforeTci, afterTci }) as Application;

it("trend_orders_analyses_of_all_visits_by_time", () => {
	const newest = visit(tci(3, "2026-11-20T01:00:00Z", 2), tci(4, "2026-11-20T02:00:00Z", 1));
	const oldest = visit(tci(1, "2026-10-01T01:00:00Z", 1), null);
	expect(trendOf([newest, oldest]).map(({ tciId, percent }) => [tciId, percent])).toEqual([
		[1, 50],
		[3, 100],
		[4, 50],
	]);
});

it("change_needs_two_scores_by_the_same_maker", () => {
	const at = "2026-11-20T01:00:00Z";
	expect(changeOf(visit(tci(1, at, 2), tci(2, at, 1)))).toBe(-50);
	expect(changeOf(visit(tci(1, at, 2), tci(2, at, 1, 1)))).toBeNull();
	expect(changeOf(visit(tci(1, at, 2), null))).toBeNull();
	expect(percentOfPhase(visit(null, null), "before")).toBeNull();
});
