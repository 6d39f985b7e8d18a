import type { Claim } from "~/domain/claim/types";
import type { Application, Tci } from "~/shared/api/types";

export const KINDS = ["check", "application", "claim"] as const;
export type Kind = (typeof KINDS)[number];

/** One line of the records. */
export type Entry =
	| { kind: "check"; id: number; at: string; check: Tci }
	| { kind: "application"; id: number; at: string; application: Application }
	| { kind: "claim"; id: number; at: string; claim: Claim };

/** What is known of one kind so far. */
export interface Loaded {
	entries: Entry[];
	/** Older ones are at the server. */
	hasMore: boolean;
}

/**
 * All kinds by time, newest first. Where older ones of a kind are not here yet, nothing is shown that they might belong before.
 */
export function mergeEntries(lists: readonly Loaded[]): Entry[] {
	const open = lists.flatMap(({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.at ?? []) : []));
	const known = open.sort().at(-1) ?? "";
	return lists
		.flatMap(({ entries }) => entries)
		.filter(({ at }) => at >= known)
		.sort((a, b) => b.at.localeCompare(a.at));
}
