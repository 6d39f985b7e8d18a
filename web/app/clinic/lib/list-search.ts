import { useLocation, useNavigate, useNavigation } from "react-router";

interface ListSearch {
	/** The URL parameters that hold a list's filters. */
	search: URLSearchParams;
	/** Sets parameters; null or an empty text removes one. */
	setSearch: (values: Record<string, string | null>) => void;
	/** Changes when a link leads to the list, not when a filter is set: the key of a search field, which then starts anew. */
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
	const setSearch: ListSearch["setSearch"] = (values) => {
		const search = new URLSearchParams(location.search);
		for (const [name, value] of Object.entries(values)) {
			if (value) search.set(name, value);
			else search.delete(name);
		}
		const isOpening = location !== here;
		navigate(
			{ pathname: location.pathname, search: search.toString() },
			{ replace: !isOpening, state: { fieldKey } },
		);
	};
	return { search: new URLSearchParams(here.search), setSearch, fieldKey };
}
