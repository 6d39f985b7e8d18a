import { useRef, useState } from "react";
import { api } from "~/patient/api";
import { fieldMessages, isProblem, isStatus } from "~/shared/api/problem";
import type { Address } from "~/shared/api/types";

export type Search =
	| { state: "none" | "searching" | "failed" }
	| { state: "refused"; message: string }
	| { state: "found"; addresses: Address[] };

/** The address search. Only the response to the latest search counts, even if an earlier one arrives later. */
export function useAddressSearch() {
	const [search, setSearch] = useState<Search>({ state: "none" });
	const text = useRef("");
	const turn = useRef(0);

	const ask = async () => {
		turn.current += 1;
		const mine = turn.current;
		setSearch({ state: "searching" });
		const { data, error } = await api
			.GET("/patients/addresses", { params: { query: { q: text.current.trim() } } })
			.catch((thrown: unknown) => ({ data: undefined, error: thrown }));
		if (mine !== turn.current) return;
		if (data) setSearch({ state: "found", addresses: data.addresses });
		else setSearch(refusal(error));
	};

	return {
		search,
		setText: (typed: string) => {
			text.current = typed;
		},
		look: () => void ask(),
	};
}

function refusal(error: unknown): Search {
	const isRefused = isStatus(error, 422) || isStatus(error, 429);
	if (!isRefused || !isProblem(error)) return { state: "failed" };
	return { state: "refused", message: fieldMessages(error).q ?? error.detail };
}
