import { href, useLocation, useNavigate, useNavigation } from "react-router";

export const VIEWS = ["todo", "today", "all"] as const;
type WorkView = (typeof VIEWS)[number];
/** Of what is to do: only what nobody opened, or what is one's own. */
export const ONLY = ["unread", "mine"] as const;
type Only = (typeof ONLY)[number];

/** Which applications the list shows. */
export interface Filters {
	view: WorkView;
	only: Only | null;
	status: number | null;
	q: string;
	/** YYYY-MM-DD or nothing. */
	startAt: string;
	endAt: string;
}

const NAMES = ["view", "only", "status", "q", "startAt", "endAt"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filters that an address names; whatever it should not name is left out. */
function filtersOf(search: URLSearchParams): Filters {
	const status = search.get("status");
	const day = (name: "startAt" | "endAt") =>
		DAY.test(search.get(name) ?? "") ? (search.get(name) ?? "") : "";
	return {
		view: VIEWS.find((each) => each === search.get("view")) ?? "todo",
		only: ONLY.find((each) => each === search.get("only")) ?? null,
		status: status !== null && /^(-1|[0-2])$/.test(status) ? Number(status) : null,
		q: search.get("q") ?? "",
		startAt: day("startAt"),
		endAt: day("endAt"),
	};
}

/** The filters as an address names them; those that filter nothing are left out. */
function searchOf(filters: Filters): URLSearchParams {
	const search = new URLSearchParams();
	for (const name of NAMES) {
		const value = filters[name];
		if (value !== null && value !== "" && value !== "todo") search.set(name, String(value));
	}
	return search;
}

/**
 * The worklist's filters, kept in the address: in that of the application being opened, if one is, so that a filter that
 * takes effect meanwhile does not call the opening off.
 */
export function useWorklistFilters(): [Filters, (filters: Filters) => void] {
	const here = useLocation();
	const { location = here } = useNavigation();
	const navigate = useNavigate();
	const setFilters = (filters: Filters) => {
		const search = searchOf(filters);
		for (const [name, value] of new URLSearchParams(location.search)) {
			if (!(NAMES as readonly string[]).includes(name)) search.append(name, value);
		}
		const isOpening = location !== here;
		navigate({ pathname: location.pathname, search: search.toString() }, { replace: !isOpening });
	};
	return [filtersOf(new URLSearchParams(here.search)), setFilters];
}

/** The addresses of the worklist and of an application in it, with the filters as they are. */
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
