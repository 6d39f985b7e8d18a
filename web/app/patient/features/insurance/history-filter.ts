import { useSearchParams } from "react-router";
import { claimStateOf } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";

export const FILTERS = ["all", "toPay", "running", "done"] as const;
export type Filter = (typeof FILTERS)[number];
const SHOW = "show";

/** The filter of the claims, kept in the URL. */
export function useFilter(): [Filter, (filter: Filter) => void] {
	const [query, setQuery] = useSearchParams();
	const filter = FILTERS.find((each) => each === query.get(SHOW)) ?? "all";
	const choose = (next: Filter) =>
		setQuery(
			(before) => {
				const after = new URLSearchParams(before);
				if (next === "all") after.delete(SHOW);
				else after.set(SHOW, next);
				return after;
			},
			{ replace: true },
		);
	return [filter, choose];
}

export function isShown({ needToPayment, status }: Claim, filter: Filter): boolean {
	if (filter === "all") return true;
	if (filter === "toPay") return needToPayment;
	const isDone = claimStateOf(status) === "downloadable";
	return filter === "done" ? isDone : !isDone && !needToPayment;
}
