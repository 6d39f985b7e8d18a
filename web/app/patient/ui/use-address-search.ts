import { useRef, useState } from "react";
import { api } from "~/patient/api";
import { fieldMessages, isProblem, isStatus } from "~/shared/api/problem";
import type { Address } from "~/shared/api/types";

export type SearchState =
	| { state: "none" | "searching" | "failed" }
	| { state: "refused"; message: string }
	| { state: "found"; addresses: Address[] };

/** The address search. Only the response to the latest search counts, even if an earlier one arrives later. */
export function useAddressSearch() {
	const [search, setSearch] = useState<SearchState>({ state: "none" });
	const text = useRef("");
	const generation = useRef(0);

	const runSearch = async () => {
		generation.current += 1;
		const mine = generation.current;
		setSearch({ state: "searching" });
		const { data, error } = await api
			.GET("/patients/addresses", { params: { query: { q: text.current.trim() } } })
			.catch((thrown: unknown) => ({ data: undefined, error: thrown }));
		if (mine !== generation.current) return;
		if (data) setSearch({ state: "found", addresses: data.addresses });
		else setSearch(errorState(error));
	};

	return {
		search,
		setText: (typed: string) => {
			text.current = typed;
		},
		searchNow: () => void runSearch(),
	};
}

function errorState(error: unknown): SearchState {
	const isRefused = isStatus(error, 422) || isStatus(error, 429);
	if (!isRefused || !isProblem(error)) return { state: "failed" };
	return { state: "refused", message: fieldMessages(error).q ?? error.detail };
}
