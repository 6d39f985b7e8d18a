import { expect, it } from "vitest";
import { newestFirst } from "~/domain/tci/order";
import type { Tci } from "~/shared/api/types";
import { tciOf } from "../../../../mocks/db";
import { earlierOf, previousOf } from "./queries";
import { trendOf } from "./trend-chart";

const SCORES = [1, 0, 0, 0, 0, 0, 0, 0, 0];
/** Three checks in the order of the server, by id. The photo of the first one was taken again, last of all. */
const OTHER = tciOf(3, "2026-11-10", SCORES);
const OLDEST = tciOf(2, "2026-11-07", SCORES);
const RETAKEN = tciOf(1, "2026-11-20", SCORES);
const CHECKS = [OTHER, OLDEST, RETAKEN];
const idsOf = (checks: readonly { id: number }[]) => checks.map(({ id }) => id);

it("trend_places_retake_by_its_photo", () => {
	expect(idsOf(trendOf(CHECKS))).toEqual([2, 3, 1]);
});

it("earlier_checks_are_those_with_older_photos", () => {
	const recent = newestFirst(CHECKS);
	expect(idsOf(recent)).toEqual([1, 3, 2]);
	const previous = (tci: Tci) => previousOf(tci, recent)?.id ?? null;
	expect([RETAKEN, OTHER, OLDEST].map(previous)).toEqual([3, 2, null]);
	expect(idsOf(earlierOf(RETAKEN, recent))).toEqual([3, 2]);
});

it("checks_of_one_moment_stay_in_order_of_ids", () => {
	expect(idsOf(trendOf([tciOf(5, "2026-11-10", SCORES), OTHER]))).toEqual([3, 5]);
});
