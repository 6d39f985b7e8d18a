import { useLocation, useNavigate, useNavigation } from "react-router";

type Values = Record<string, string | null | undefined>;
type Hidden = Readonly<Record<string, string>>;

interface ListSearch {
	/** The URL parameters that hold a list's filters. */
	search: URLSearchParams;
	/** Filters that must not be in a URL, such as a name. The history entry holds them, so that Back restores them. */
	hidden: Hidden;
	/** Sets parameters; null or an empty text removes one. `hidden` replaces the hidden filters. */
	setSearch: (values: Values, hidden?: Hidden) => void;
	/** Changes when a link leads to the list, not when a filter is set: the key of a search field, which then starts again. */
	fieldKey: string;
}

/**
 * A list's filters in the URL. While another page is being opened, they go into its URL, so that a filter does not
 * cancel the navigation.
 */
export function useListSearch(): ListSearch {
	const here = useLocation();
	const { location = here } = useNavigation();
	const navigate = useNavigate();
	const fieldKey: string = here.state?.fieldKey ?? here.key;
	const hidden: Hidden = here.state?.hidden ?? {};
	const setSearch: ListSearch["setSearch"] = (values, nextHidden = hidden) => {
		const search = new URLSearchParams(location.search);
		for (const [name, value] of Object.entries(values)) {
			if (value) search.set(name, value);
			else search.delete(name);
		}
		const isOpening = location !== here;
		navigate(
			{ pathname: location.pathname, search: search.toString() },
			{ replace: !isOpening, state: { fieldKey, hidden: nextHidden } },
		);
	};
	return { search: new URLSearchParams(here.search), hidden, setSearch, fieldKey };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day of a parameter, YYYY-MM-DD; empty if it is missing or invalid. */
export function dayOf(search: URLSearchParams, name: string): string {
	const value = search.get(name) ?? "";
	return DAY.test(value) ? value : "";
}
