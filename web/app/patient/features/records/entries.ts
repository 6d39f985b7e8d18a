import type { Claim } from "~/domain/claim/types";
import type { Application, Tci } from "~/shared/api/types";

export const ENTRY_KINDS = ["check", "application", "claim"] as const;
export type Kind = (typeof ENTRY_KINDS)[number];

/** One row of the records. */
export type Entry =
	| { kind: "check"; id: number; at: string; check: Tci }
	| { kind: "application"; id: number; at: string; application: Application }
	| { kind: "claim"; id: number; at: string; claim: Claim };

/** The loaded pages of one kind. */
export interface LoadedPages {
	entries: Entry[];
	/** Whether older ones are still on the server. */
	hasMore: boolean;
}

/**
 * All kinds by time, newest first. Ends where a kind still has older pages, since its entries could belong in between.
 * A page is in the order of the ids, and a retaken check is newer than its place in it.
 */
export function mergeEntries(lists: readonly LoadedPages[]): Entry[] {
	const open = lists.flatMap(({ entries, hasMore }) =>
		hasMore ? (entries.map(({ at }) => at).sort()[0] ?? []) : [],
	);
	const known = open.sort().at(-1) ?? "";
	return lists
		.flatMap(({ entries }) => entries)
		.filter(({ at }) => at >= known)
		.sort((a, b) => b.at.localeCompare(a.at));
}
