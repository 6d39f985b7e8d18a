import { useListSearch } from "~/shared/lib/list-search";

/** Filters kept in the URL under the given names; empty ones are left out. */
export function useAddressFilters<Name extends string>(
	names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
	const { search, setSearch } = useListSearch();
	const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Record<
		Name,
		string
	>;
	return [filters, (change) => setSearch(change)];
}
