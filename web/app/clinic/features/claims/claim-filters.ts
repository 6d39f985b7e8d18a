import { href, useLocation } from "react-router";
import { useListSearch } from "~/shared/lib/list-search";

export const STATUSES = [0, 1, 2, -1] as const;

export interface ClaimFilters {
	status: number | null;
	q: string;
}

function filtersOf(search: URLSearchParams): ClaimFilters {
	const status = search.get("status");
	return { status: STATUSES.find((each) => String(each) === status) ?? null, q: search.get("q") ?? "" };
}

/** The filters of the list of claims, kept in the URL. */
export function useClaimFilters() {
	const { search, setSearch, fieldKey } = useListSearch();
	const setFilters = ({ status, q }: ClaimFilters) =>
		setSearch({ status: status === null ? null : String(status), q });
	return { filters: filtersOf(search), setFilters, fieldKey };
}

/** Paths of the list of claims and of the pages of a claim, with the current filters, which Back restores. */
export function useClaimPaths() {
	const { search } = useLocation();
	return {
		list: { pathname: href("/clinic/insurances"), search },
		claim: (id: number) => ({ pathname: href("/clinic/insurances/:id", { id: String(id) }), search }),
		label: (id: number) => ({ pathname: href("/clinic/insurances/:id/label", { id: String(id) }), search }),
	};
}
