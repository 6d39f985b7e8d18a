import { expect, it } from "vitest";
import { analysis, completeRow, row } from "../../../mocks/clinic-seeds";
import { gradeOf, isOpen, stageOf, stateOf } from "./application";

const THICK = [2, 2, 2, 2, 2, 2, 0, 0, 0];
const CLEAN = [0, 0, 0, 0, 0, 0, 0, 0, 0];

it.each([
	[-1, "canceled", false],
	[0, "waiting", true],
	[1, "received", true],
	[2, "complete", false],
] as const)("status_%i_is_%s_and_open_is_%s", (status, state, open) => {
	expect(stateOf(status)).toBe(state);
	expect(isOpen(status)).toBe(open);
});

// Ready before the photo is read, none without the expert's score.
it("grade_is_by_ai_at_1_and_by_expert_at_2", () => {
	expect(gradeOf(null)).toBe("ready");
	expect(gradeOf(analysis(1, null, null))).toBe("ready");
	expect(gradeOf(analysis(1, "2026-11-20", null))).toBe("ready");
	expect(gradeOf(analysis(1, "2026-11-20", THICK))).toBe("alert");
	const done = completeRow(1, "2026-11-20", THICK, CLEAN, "");
	expect(gradeOf(done)).toBe("good");
	expect(gradeOf({ ...done, tciPicture: done.tciPicture && { ...done.tciPicture, score: null } })).toBeNull();
});

const [PHOTO, RESULT] = [analysis(1, "2026-11-20", THICK), completeRow(1, "2026-11-20", THICK, CLEAN, "")];

it.each([
	[0, null, null, "waiting"],
	[1, null, null, "received"],
	[1, analysis(1, null, null), null, "received"],
	[1, PHOTO, null, "analyzing"],
	[1, null, PHOTO, "analyzing"],
	[1, RESULT, null, "beforeReady"],
	[1, RESULT, PHOTO, "beforeReady"],
	[2, RESULT, RESULT, "complete"],
	[-1, PHOTO, null, "canceled"],
])("stage_follows_status_and_analyses: %#, %i", (status, before, after, stage) => {
	expect(stageOf(row({ id: 1, name: "", status, date: "2026-11-20", before, after }))).toBe(stage);
});
