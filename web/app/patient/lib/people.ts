import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { $api } from "~/patient/api";
import type { AccountPerson } from "~/shared/api/types";

/** The parameter that names a person in an address. */
export const PERSON = "personId";

export const peopleOptions = $api.queryOptions("get", "/patients/people");

/** The people of the account, its holder first. */
export function usePeople() {
	return useQuery(peopleOptions);
}

/** Whether there is somebody to choose from. */
export const hasFamily = (people: readonly AccountPerson[] | undefined): people is AccountPerson[] =>
	people !== undefined && people.length > 1;

/** The person that the address names; null for the holder of the account. */
export function usePersonInAddress(): [number | null, (id: number | null) => void] {
	const [query, setQuery] = useSearchParams();
	const id = Number(query.get(PERSON));
	const choose = (next: number | null) =>
		setQuery(
			(before) => {
				const after = new URLSearchParams(before);
				if (next === null) after.delete(PERSON);
				else after.set(PERSON, String(next));
				return after;
			},
			{ replace: true, preventScrollReset: true },
		);
	return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}

/** An address for one person; the holder's has no parameter. */
export const withPerson = (path: string, id: number | null): string =>
	id === null ? path : `${path}?${PERSON}=${id}`;
