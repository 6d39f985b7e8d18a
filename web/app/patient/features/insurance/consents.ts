import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";

const options = $api.queryOptions("get", "/patients/consents");

/** Who receives data: the id decides, the name is shown. */
interface Recipient {
	kind: "clinic" | "insurer";
	id: number;
	name: string;
}

/** One agreement that a claim needs: to the handling of health data, or to a recipient having the data. */
export interface Needed {
	kind: "health" | "provide";
	recipient: Recipient | null;
	/** What it is about, by the name of its texts. */
	about: "health" | "clinic" | "insurer";
}

type Party = { id: number; name: string };

/** The agreement that an insurer needs. */
export const insurerNeeds = ({ id, name }: Party): Needed => ({
	kind: "provide",
	recipient: { kind: "insurer", id, name },
	about: "insurer",
});

/** The agreements that a claim with this clinic and insurer needs. */
export function neededFor(clinic: Party, insurer: Party | null): Needed[] {
	return [
		{ kind: "health", recipient: null, about: "health" },
		{ kind: "provide", recipient: { kind: "clinic", id: clinic.id, name: clinic.name }, about: "clinic" },
		...(insurer === null ? [] : [insurerNeeds(insurer)]),
	];
}

export const nameOf = ({ kind, recipient }: Needed): string =>
	recipient ? `${kind} ${recipient.kind} ${recipient.id}` : kind;

/** Which of the needed agreements are still to be given; null while that is not known. */
export function useMissingConsents(needed: readonly Needed[]) {
	const query = useQuery(options);
	const standing = query.data?.consents.filter((each) => each.withdrawnAt === null);
	const missing = standing
		? needed.filter(
				({ kind, recipient }) =>
					!standing.some(
						(each) =>
							each.kind === kind &&
							(recipient === null ||
								(each.recipient?.kind === recipient.kind && each.recipient.id === recipient.id)),
					),
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
				const to = recipient && { kind: recipient.kind, id: recipient.id };
				const body = { kind, given: true, ...(to ? { recipient: to } : {}) };
				const { data, error } = await api.PUT("/patients/consents", { body });
				if (!data) throw error;
				client.setQueryData(options.queryKey, data);
			}
		},
	});
}
