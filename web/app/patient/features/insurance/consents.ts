import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { unwrap } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/consents");

/** The recipient of data, identified by id; the name is for display. */
interface Recipient {
	kind: "clinic" | "insurer";
	id: number;
	name: string;
}

/** A consent that a claim requires: to the processing of health data, or to a recipient. */
export interface RequiredConsent {
	kind: "health" | "provide";
	recipient: Recipient | null;
	/** Key of its texts. */
	about: "health" | "clinic" | "insurer";
}

type Party = { id: number; name: string };

/** The consent to an insurer as recipient. */
export const insurerConsent = ({ id, name }: Party): RequiredConsent => ({
	kind: "provide",
	recipient: { kind: "insurer", id, name },
	about: "insurer",
});

/** The consents that a claim with this clinic and insurer requires. */
export function requiredConsents(clinic: Party, insurer: Party | null): RequiredConsent[] {
	return [
		{ kind: "health", recipient: null, about: "health" },
		{ kind: "provide", recipient: { kind: "clinic", id: clinic.id, name: clinic.name }, about: "clinic" },
		...(insurer === null ? [] : [insurerConsent(insurer)]),
	];
}

export const nameOf = ({ kind, recipient }: RequiredConsent): string =>
	recipient ? `${kind} ${recipient.kind} ${recipient.id}` : kind;

/** The required consents that are not given yet; null while unknown. */
export function useMissingConsents(needed: readonly RequiredConsent[]) {
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

async function putConsent({ kind, recipient }: RequiredConsent, given: boolean) {
	const to = recipient && { kind: recipient.kind, id: recipient.id };
	return unwrap(api.PUT("/patients/consents", { body: { kind, given, ...(to ? { recipient: to } : {}) } }));
}

/** Gives consents, with one request each. */
export function useGiveConsents() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (consents: readonly RequiredConsent[]) => {
			for (const consent of consents) {
				client.setQueryData(options.queryKey, await putConsent(consent, true));
			}
		},
	});
}

/** Gives or withdraws one consent. */
export function useSetConsent() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ consent, given }: { consent: RequiredConsent; given: boolean }) =>
			putConsent(consent, given),
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}
