import { percentOf } from "./grade";

type Zone = "back" | "middle" | "front" | "whole";

export type Finding = "clean" | `${Zone}.${"thin" | "thick"}`;
export type Change =
	| { kind: "better" | "worse" | "same"; before: number; points: number }
	| { kind: "first" };

/** The place with most of the coating, and its thickness there. */
export function findingOf(scores: readonly number[]): Finding {
	const rows = [0, 1, 2].map((row) => scores.slice(row * 3, row * 3 + 3));
	const sums = rows.map((row) => row.reduce((sum, score) => sum + score, 0));
	const most = Math.max(...sums);
	if (percentOf(scores) < 6) return "clean";
	if (Math.min(...sums) >= 3) return percentOf(scores) >= 60 ? "whole.thick" : "whole.thin";
	const at = sums.indexOf(most);
	const zone = (["back", "middle", "front"] as const)[at] ?? "back";
	return `${zone}.${rows[at]?.includes(2) ? "thick" : "thin"}`;
}

/** The change of the score since the previous check. */
export function changeOf(scores: readonly number[], before: readonly number[] | null): Change {
	if (!before) return { kind: "first" };
	const [now, then] = [percentOf(scores), percentOf(before)];
	const kind = now < then ? "better" : now > then ? "worse" : "same";
	return { kind, before: then, points: Math.abs(now - then) };
}
