import { useSearchParams } from "react-router";

/** Filters kept in the URL under the given names; empty ones are left out. */
export function useAddressFilters<Name extends string>(
	names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
	const [search, setSearch] = useSearchParams();
	const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Record<
		Name,
		string
	>;
	const change = (values: Partial<Record<Name, string>>) =>
		setSearch(
			(earlier) => {
				const next = new URLSearchParams(earlier);
				for (const [name, value] of Object.entries<string | undefined>(values)) {
					if (value) next.set(name, value);
					else next.delete(name);
				}
				return next;
			},
			{ replace: true },
		);
	return [filters, change];
}
