import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";

const options = $api.queryOptions("get", "/patients/consents");

/** One agreement that a claim needs: to the handling of health data, or to a recipient having the data. */
export interface Needed {
	kind: "health" | "provide";
	recipient: string | null;
	/** What it is about, by the name of its texts. */
	about: "health" | "clinic" | "insurer";
}

/** The agreements that a claim with this clinic and insurer needs. */
export function neededFor(clinic: string, insurer: string | null): Needed[] {
	return [
		{ kind: "health", recipient: null, about: "health" },
		{ kind: "provide", recipient: clinic, about: "clinic" },
		...(insurer === null ? [] : [{ kind: "provide", recipient: insurer, about: "insurer" } as const]),
	];
}

export const nameOf = ({ kind, recipient }: Needed): string => `${kind} ${recipient ?? ""}`;

/** Which of the needed agreements are still to be given; null while that is not known. */
export function useMissingConsents(needed: readonly Needed[]) {
	const query = useQuery(options);
	const standing = query.data?.consents.filter((each) => each.withdrawnAt === null);
	const missing = standing
		? needed.filter(
				({ kind, recipient }) =>
					!standing.some((each) => each.kind === kind && (kind === "health" || each.recipient === recipient)),
			)
		: null;
	return { missing, error: query.error, refetch: query.refetch };
}

/** Gives agreements, one call each. */
export function useGiveConsents() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (given: readonly Needed[]) => {
			for (const { kind, recipient } of given) {
				const body = { kind, given: true, ...(recipient === null ? {} : { recipient }) };
				const { data, error } = await api.PUT("/patients/consents", { body });
				if (!data) throw error;
				client.setQueryData(options.queryKey, data);
			}
		},
	});
}
