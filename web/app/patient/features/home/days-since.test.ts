import { expect, it } from "vitest";
import { daysSince } from "./days-since";

it.each([
	["2026-11-20T01:00:00Z", "2026-11-20T14:59:00Z", 0],
	["2026-11-20T01:00:00Z", "2026-11-20T15:00:00Z", 1],
	["2026-11-20T14:59:00Z", "2026-11-20T15:01:00Z", 1],
	["2026-11-06T01:00:00Z", "2026-11-20T01:00:00Z", 14],
	["2026-11-21T01:00:00Z", "2026-11-20T01:00:00Z", 0],
])("days_from_%s_to_%s_are_%i", (at, now, days) => {
	expect(daysSince(at, new Date(now))).toBe(days);
});
