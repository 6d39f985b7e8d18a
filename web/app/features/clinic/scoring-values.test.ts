import { expect, it } from "vitest";
import { analysis, finished } from "../../../mocks/clinic-seeds";
import { cellBeside } from "./score-grid";
import {
	agreement,
	attributesOf,
	cycled,
	differences,
	draftOn,
	pictureOf,
	sameValues,
	valuesOf,
	withScore,
} from "./scoring-values";

const AI = [1, 2, 2, 0, 1, 1, 0, 0, 0];

it("begins with no scores and nobody, or with what was saved", () => {
	expect(valuesOf(analysis(1, "2026-11-20", AI))).toEqual({
		shootingExpertId: null,
		analysisExpertId: null,
		expertScores: null,
		scoresFromAi: false,
		expertOutline: null,
		coordinates: null,
		comment: "",
	});
	const saved = valuesOf(finished(1, "2026-11-20", AI, [2, 2, 2, 0, 0, 0, 0, 0, 0], "두꺼움"));
	expect([saved.expertScores?.[0], saved.shootingExpertId, saved.comment, saved.coordinates?.width]).toEqual([
		2,
		31,
		"두꺼움",
		500,
	]);
});

it("cycles 0, 1, 2 and back, and always has all nine", () => {
	let scores: number[] = [];
	for (const expected of [1, 2, 0]) {
		scores = cycled(scores, 4);
		expect(scores).toHaveLength(9);
		expect(scores[4]).toBe(expected);
	}
	expect(withScore(AI, 8, 2)).toEqual([1, 2, 2, 0, 1, 1, 0, 0, 2]);
});

it("counts the cells in which two agree, and names what differs", () => {
	expect(agreement(AI, AI)).toBe(9);
	expect(agreement(AI, [0, 0, 0, 0, 0, 0, 0, 0, 0])).toBe(4);
	const mine = valuesOf(analysis(1, "2026-11-20", AI));
	const drawn = { ...mine, expertOutline: [[1, 2]] };
	expect(differences(mine, drawn)).toEqual(["expertOutline"]);
	expect(sameValues(drawn, { ...drawn, expertOutline: [[1, 2]] })).toBe(true);
	expect(attributesOf(drawn, false)).toMatchObject({ expertOutline: [[1, 2]] });
	const theirs = { ...mine, comment: "x", coordinates: { left: 0, top: 0, width: 9, height: 9 } };
	expect(differences(mine, theirs)).toEqual(["coordinates", "comment"]);
	expect(sameValues(mine, { ...mine, comment: "" })).toBe(true);
	expect(sameValues(mine, { ...mine, expertScores: AI })).toBe(false);
	expect(attributesOf(mine, false)).not.toHaveProperty("expertScores");
	expect(attributesOf({ ...mine, expertScores: AI }, true)).toMatchObject({
		expertScores: AI,
		release: true,
	});
	expect(sameValues(mine, theirs)).toBe(false);
});

it("leaves behind what was made of another photo, whatever its address is signed with", () => {
	const tci = analysis(1, "2026-11-20", AI);
	const from = valuesOf(tci);
	const values = {
		...from,
		expertScores: AI,
		expertOutline: [[1, 2]],
		coordinates: { left: 0, top: 0, width: 9, height: 9 },
		comment: "x",
	};
	const draft = { version: 1, picture: pictureOf(tci), from, values };
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
	[4, "Home", 4],
])("from cell %i by %s one comes to %i", (from, key, to) => {
	expect(cellBeside(from, key)).toBe(to);
});
