import { useQuery } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router";
import { $api } from "~/patient/api";
import type { AccountPerson } from "~/shared/api/types";

/** URL parameter of a person's id. */
export const PERSON = "personId";

export const peopleOptions = $api.queryOptions("get", "/patients/people");

/** The people of the account, its holder first. */
export function usePeople() {
	return useQuery(peopleOptions);
}

/** Whether there are several people to choose from. */
export const hasFamily = (people: readonly AccountPerson[] | undefined): people is AccountPerson[] =>
	people !== undefined && people.length > 1;

/** The person in the URL; null for the account's holder. */
export function usePersonInAddress(): [number | null, (id: number | null) => void] {
	const [query, setQuery] = useSearchParams();
	const { state } = useLocation();
	const id = Number(query.get(PERSON));
	const choose = (next: number | null) =>
		setQuery(
			(before) => {
				const after = new URLSearchParams(before);
				if (next === null) after.delete(PERSON);
				else after.set(PERSON, String(next));
				return after;
			},
			{ replace: true, preventScrollReset: true, state },
		);
	return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}

/** A path with a person's parameter; the holder has none. */
export const withPerson = (path: string, id: number | null): string =>
	id === null ? path : `${path}?${PERSON}=${id}`;
