import { href, useLocation } from "react-router";
import { dayOf, useListSearch } from "~/shared/lib/list-search";

export const VIEWS = ["todo", "today", "all"] as const;
type WorkView = (typeof VIEWS)[number];
/** Filters of the to-do view: unopened, or assigned to the user. */
export const QUICK_FILTERS = ["unread", "mine"] as const;
type QuickFilter = (typeof QUICK_FILTERS)[number];

export interface Filters {
	view: WorkView;
	only: QuickFilter | null;
	status: number | null;
	q: string;
	/** YYYY-MM-DD, or empty. */
	startAt: string;
	endAt: string;
}

const NAMES = ["view", "only", "status", "q", "startAt", "endAt"] as const;

/** Parses the filters from a URL; invalid values are ignored. */
function filtersOf(search: URLSearchParams): Filters {
	const status = search.get("status");
	return {
		view: VIEWS.find((each) => each === search.get("view")) ?? "todo",
		only: QUICK_FILTERS.find((each) => each === search.get("only")) ?? null,
		status: status !== null && /^(-1|[0-2])$/.test(status) ? Number(status) : null,
		q: search.get("q") ?? "",
		startAt: dayOf(search, "startAt"),
		endAt: dayOf(search, "endAt"),
	};
}

/** The filters as URL parameters, without defaults. */
function searchOf(filters: Filters): URLSearchParams {
	const search = new URLSearchParams();
	for (const name of NAMES) {
		const value = filters[name];
		if (value !== null && value !== "" && value !== "todo") search.set(name, String(value));
	}
	return search;
}

/** The worklist's filters, kept in the URL. */
export function useWorklistFilters(): [Filters, (filters: Filters) => void] {
	const { search, setSearch } = useListSearch();
	const setFilters = (filters: Filters) => {
		const next = searchOf(filters);
		setSearch(Object.fromEntries(NAMES.map((name) => [name, next.get(name)])));
	};
	return [filtersOf(search), setFilters];
}

/** Paths of the worklist and of an application in it, with the current filters. */
export function useWorkPaths() {
	const search = searchOf(filtersOf(new URLSearchParams(useLocation().search))).toString();
	return {
		list: { pathname: href("/clinic"), search },
		application: (id: number) => ({
			pathname: href("/clinic/applications/:id", { id: String(id) }),
			search,
		}),
	};
}
