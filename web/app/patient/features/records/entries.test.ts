import { expect, it } from "vitest";
import { tciOf } from "../../../../mocks/db";
import { type Entry, mergeEntries } from "./entries";

const check = (day: string): Entry => ({
	kind: "check",
	id: 1,
	at: day,
	check: tciOf(1, "2026-11-20", null),
});
const daysOf = (entries: readonly Entry[]) => entries.map(({ at }) => at);

it("entries_are_merged_by_time", () => {
	const merged = mergeEntries([
		{ entries: [check("2026-11-20"), check("2026-10-01")], hasMore: false },
		{ entries: [check("2026-11-01")], hasMore: false },
	]);
	expect(daysOf(merged)).toEqual(["2026-11-20", "2026-11-01", "2026-10-01"]);
});

// An entry that is not loaded yet may come before them.
it("entries_older_than_loaded_pages_are_hidden", () => {
	const merged = mergeEntries([
		{ entries: [check("2026-11-20"), check("2026-11-10")], hasMore: true },
		{ entries: [check("2026-11-15"), check("2026-09-01")], hasMore: false },
	]);
	expect(daysOf(merged)).toEqual(["2026-11-20", "2026-11-15", "2026-11-10"]);
});

// A retaken check has an old id and a new photo, so it can end a page.
it("retake_at_the_end_of_a_page_hides_nothing", () => {
	const merged = mergeEntries([
		{ entries: [check("2026-11-10"), check("2026-11-01"), check("2026-11-20")], hasMore: true },
		{ entries: [check("2026-11-05")], hasMore: false },
	]);
	expect(daysOf(merged)).toEqual(["2026-11-20", "2026-11-10", "2026-11-05", "2026-11-01"]);
});

it("no_entries_merge_to_empty_list", () => {
	expect(mergeEntries([{ entries: [], hasMore: false }])).toEqual([]);
});
