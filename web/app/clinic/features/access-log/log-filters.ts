import { parseId } from "~/shared/lib/format";
import { dayOf, useListSearch } from "~/shared/lib/list-search";
import { KINDS, type LogFilters } from "./log-query";

/** Parses the filters from a URL; invalid values are ignored. */
function filtersOf(search: URLSearchParams): LogFilters {
	return {
		kind: KINDS.find((each) => each === search.get("kind")) ?? "",
		staffId: parseId(search.get("staffId") ?? ""),
		q: search.get("q") ?? "",
		startAt: dayOf(search, "startAt"),
		endAt: dayOf(search, "endAt"),
	};
}

/** The filters of the access log, kept in the URL. */
export function useLogFilters() {
	const { search, setSearch, fieldKey } = useListSearch();
	const setFilters = ({ staffId, ...texts }: Partial<LogFilters>) =>
		setSearch({
			...texts,
			...(staffId === undefined ? {} : { staffId: staffId === null ? null : String(staffId) }),
		});
	return { filters: filtersOf(search), setFilters, fieldKey };
}
