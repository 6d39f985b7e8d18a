import { href, useLocation, useSearchParams } from "react-router";

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

/** The worklist's filters, kept in the address. */
export function useWorklistFilters(): [Filters, (filters: Filters) => void] {
	const [search, setSearch] = useSearchParams();
	const setFilters = (filters: Filters) =>
		setSearch(
			(before) => {
				const next = searchOf(filters);
				for (const [name, value] of before) {
					if (!(NAMES as readonly string[]).includes(name)) next.append(name, value);
				}
				return next;
			},
			{ replace: true },
		);
	return [filtersOf(search), setFilters];
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
