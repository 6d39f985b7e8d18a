import { expect, it } from "vitest";
import { analysis, completeRow } from "../../../mocks/clinic-seeds";
import { gradeOf, isOpen, stateOf } from "./application";

const THICK = [2, 2, 2, 2, 2, 2, 0, 0, 0];
const CLEAN = [0, 0, 0, 0, 0, 0, 0, 0, 0];

it.each([
	[-1, "canceled", false],
	[0, "waiting", true],
	[1, "received", true],
	[2, "complete", false],
] as const)("status %i is %s, open: %s", (status, state, open) => {
	expect(stateOf(status)).toBe(state);
	expect(isOpen(status)).toBe(open);
});

it("grades by the AI's scores at 1 and the expert's at 2; ready before, nothing without a score", () => {
	expect(gradeOf(null)).toBe("ready");
	expect(gradeOf(analysis(1, null, null))).toBe("ready");
	expect(gradeOf(analysis(1, "2026-11-20", null))).toBe("ready");
	expect(gradeOf(analysis(1, "2026-11-20", THICK))).toBe("alert");
	const done = completeRow(1, "2026-11-20", THICK, CLEAN, "");
	expect(gradeOf(done)).toBe("good");
	expect(gradeOf({ ...done, tciPicture: done.tciPicture && { ...done.tciPicture, score: null } })).toBeNull();
});
