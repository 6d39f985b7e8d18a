import { type Finding, findingOf } from "./explain";
import { levelOf, percentOf } from "./grade";

export type Advice =
	| "keep"
	| Exclude<Finding, "clean">
	| `oneSided.${"left" | "right"}`
	| "gentle"
	| "dentist";

/** A side with this many more points than the other counts as one-sided. */
const MIN_SIDE_DIFFERENCE = 3;

/** Advice by the place and thickness of the coating, most important first. */
export function adviceOf(scores: readonly number[]): Advice[] {
	const place = findingOf(scores);
	if (place === "clean") return ["keep"];
	const side = (column: number) => [0, 3, 6].reduce((sum, row) => sum + (scores[row + column] ?? 0), 0);
	const lean = side(0) - side(2);
	const advice: Advice[] = [place];
	if (lean >= MIN_SIDE_DIFFERENCE) advice.push("oneSided.left");
	if (lean <= -MIN_SIDE_DIFFERENCE) advice.push("oneSided.right");
	if (scores.includes(2)) advice.push("gentle");
	if (levelOf(percentOf(scores)) === "alert") advice.push("dentist");
	return advice;
}
