import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import type { Consent } from "~/shared/api/types";

const options = $api.queryOptions("get", "/patients/consents");

/** Health first: without it nothing is read. Training is nobody's condition. */
const KINDS = ["health", "training", "privacy", "terms", "age14", "provide"] as const;
type Kind = (typeof KINDS)[number];

/** One thing that is agreed to, or not: what stands, and how it went before. */
export interface Standing {
	kind: Kind;
	/** Who receives the data, for `provide`. */
	recipient: Consent["recipient"];
	current: Consent | null;
	/** Withdrawn ones, newest first. */
	earlier: Consent[];
}

/** Those that may be given and withdrawn at any time, and so are always there. */
const ALWAYS: readonly Kind[] = ["health", "training"];

/** The key of a recipient; an old consent whose name several could have has a key of its own. */
export const recipientKey = (recipient: Consent["recipient"]): string =>
	recipient === null ? "" : recipient.kind ? `${recipient.kind}-${recipient.id}` : recipient.name;

/** The consents by what they are about. */
export function standings(consents: readonly Consent[]): Standing[] {
	return KINDS.flatMap((kind) => {
		const own = consents.filter((each) => each.kind === kind);
		const isAlways = ALWAYS.includes(kind);
		// The name of a recipient may have changed between two consents: the id tells them apart.
		const recipients = isAlways
			? [null]
			: [...new Map(own.map(({ recipient }) => [recipientKey(recipient), recipient])).values()];
		return recipients.map((recipient) => {
			const about = own.filter(
				(each) => isAlways || recipientKey(each.recipient) === recipientKey(recipient),
			);
			return {
				kind,
				recipient,
				current: about.find((each) => each.withdrawnAt === null) ?? null,
				earlier: about.filter((each) => each.withdrawnAt !== null),
			};
		});
	});
}

export function useConsents() {
	return useQuery(options);
}

/** A consent that can be given and withdrawn by itself. */
type Free =
	| { kind: "health" | "training" }
	| { kind: "provide"; recipient: { kind: string; id: number }; ends: boolean };

/** What the withdrawal of a recipient's consent cancels. */
export function useWithdrawal(recipient: { kind: string; id: number }) {
	return useQuery({
		...$api.queryOptions("get", "/patients/consents/withdrawal", { params: { query: recipient } }),
		staleTime: 0,
	});
}

/** Gives or withdraws such a consent; what the server answers is what stands. */
export function useSetConsent(about: Free) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (given: boolean) => {
			const { data, error } = await api.PUT("/patients/consents", { body: { ...about, given } });
			if (!data) throw error;
			return data;
		},
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}
