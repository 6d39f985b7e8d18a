import { expect, it } from "vitest";
import { analysis, completeRow } from "../../../../mocks/clinic-seeds";
import { differences, hasSameValues, mergeScoring, sidesOf } from "./scoring-merge";
import {
	agreement,
	attributesOf,
	draftOn,
	NO_SCORES,
	nextScore,
	pictureOf,
	type ScoringDraft,
	unconfirmedCells,
	valuesOf,
	withScore,
} from "./scoring-values";
import { neighborCell } from "./use-grid-keys";

const AI = [1, 2, 2, 0, 1, 1, 0, 0, 0];

it("values_start_empty_or_as_saved", () => {
	expect(valuesOf(analysis(1, "2026-11-20", AI))).toEqual({
		shootingExpertId: null,
		analysisExpertId: null,
		expertScores: NO_SCORES,
		scoresFromAi: false,
		expertOutline: null,
		coordinates: null,
		comment: "",
	});
	const saved = valuesOf(completeRow(1, "2026-11-20", AI, [2, 2, 2, 0, 0, 0, 0, 0, 0], "두꺼움"));
	expect([saved.expertScores[0], saved.shootingExpertId, saved.comment, saved.coordinates?.width]).toEqual([
		2,
		31,
		"두꺼움",
		500,
	]);
});

it("score_cycles_through_0_1_2_in_nine_cells", () => {
	expect([null, 0, 1, 2].map(nextScore)).toEqual([0, 1, 2, 0]);
	expect(withScore(NO_SCORES, 4, 2)).toEqual([null, null, null, null, 2, null, null, null, null]);
});

// Scores are sent once all nine cells have one.
it("differences_are_named_and_scores_sent_whole", () => {
	const mine = valuesOf(analysis(1, "2026-11-20", AI));
	const drawn = { ...mine, expertOutline: [[1, 2]] };
	expect(differences(mine, drawn)).toEqual(["expertOutline"]);
	expect(hasSameValues(drawn, { ...drawn, expertOutline: [[1, 2]] })).toBe(true);
	expect(attributesOf(drawn, false)).toMatchObject({ expertOutline: [[1, 2]] });
	const theirs = { ...mine, comment: "x", coordinates: { left: 0, top: 0, width: 9, height: 9 } };
	expect(differences(mine, theirs)).toEqual(["coordinates", "comment"]);
	expect(attributesOf(mine, false)).not.toHaveProperty("expertScores");
	expect(attributesOf({ ...mine, expertScores: withScore(NO_SCORES, 0, 1) }, false)).not.toHaveProperty(
		"expertScores",
	);
	expect(attributesOf({ ...mine, expertScores: AI }, true)).toMatchObject({
		expertScores: AI,
		release: true,
	});
});

it("changes_of_two_people_merge_field_by_field", () => {
	const from = valuesOf(analysis(1, "2026-11-20", AI));
	const mine = { ...from, expertScores: AI, scoresFromAi: true, comment: "mine" };
	const theirs = { ...from, analysisExpertId: 33, comment: "theirs" };
	const sides = sidesOf(from, mine);
	expect(mergeScoring(mine, theirs, sides)).toEqual({ ...mine, analysisExpertId: 33 });
	expect(mergeScoring(mine, theirs, { ...sides, comment: "theirs", expertScores: "theirs" })).toEqual(theirs);
});

it("moved_scored_cells_await_confirmation", () => {
	const tci = analysis(1, "2026-11-20", AI);
	const picture = tci.tciPicture;
	const grid = picture?.aiResult?.grid ?? { left: 0, top: 0, width: 0, height: 0, angle: 0 };
	const [left, top, right] = [grid.left, grid.top, grid.left + grid.width];
	const bottom = top + grid.height * 1.4;
	const longer = [
		[left, top],
		[right, top],
		[right, bottom],
		[left, bottom],
	];
	const from = valuesOf(tci);
	const expertScores = AI.map((score, cell) => (cell < 7 ? score : null));
	const draft: ScoringDraft = {
		version: 1,
		picture: null,
		from,
		values: { ...from, expertScores },
		places: {},
	};
	expect(unconfirmedCells(picture, draft)).toEqual([]);
	const redrawn = { ...draft, values: { ...draft.values, expertOutline: longer } };
	expect(unconfirmedCells(picture, redrawn)).toEqual([0, 1, 2, 3, 4, 5, 6]);
	const placed = { ...grid, height: grid.height * 1.4, angle: 0 };
	expect(unconfirmedCells(picture, { ...redrawn, places: { 0: placed, 1: placed } })).toEqual([
		2, 3, 4, 5, 6,
	]);
	// neither unconfirmed nor unscored cells count as agreement with the AI
	const scores = { scores: expertScores, ai: AI, unconfirmed: [1] };
	expect(agreement(scores, { expert: grid, ai: grid })).toEqual({ same: 6, of: 6 });
	expect(agreement(scores, { expert: placed, ai: grid })).toEqual({ same: 0, of: 0 });
});

// Another signature in the photo's URL does not make it another photo.
it("draft_of_another_photo_keeps_only_comment", () => {
	const tci = analysis(1, "2026-11-20", AI);
	const from = valuesOf(tci);
	const values = {
		...from,
		expertScores: AI,
		expertOutline: [[1, 2]],
		coordinates: { left: 0, top: 0, width: 9, height: 9 },
		comment: "x",
	};
	const draft = { version: 1, picture: pictureOf(tci), from, values, places: {} };
	const at = (pictureUrl: string) => tci.tciPicture && { ...tci.tciPicture, pictureUrl };
	const signed = { ...tci, tciPicture: at(`${pictureOf(tci)}?signature=2`) };
	expect(draftOn(draft, signed)).toBe(draft);
	const other = draftOn(draft, { ...tci, tciPicture: at("/clinic/other.jpg?signature=1") });
	expect(other?.values).toEqual({ ...from, comment: "x" });
	expect(draftOn(null, tci)).toBeNull();
});

it.each([
	[0, "ArrowUp", 0],
	[0, "ArrowLeft", 0],
	[0, "ArrowRight", 1],
	[4, "ArrowDown", 7],
	[8, "ArrowDown", 8],
	[5, "ArrowRight", 5],
	[6, "ArrowUp", 3],
	[4, "Home", 3],
	[3, "End", 5],
	[4, "x", 4],
])("neighbor_of_cell_%i_by_%s_is_%i", (from, key, to) => {
	expect(neighborCell(from, key)).toBe(to);
});
