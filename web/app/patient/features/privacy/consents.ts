import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import type { Consent } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/consents");

/** In display order. Without `health` nothing is read; nothing depends on `training`. */
const KINDS = ["health", "training", "privacy", "terms", "age14", "provide"] as const;
type Kind = (typeof KINDS)[number];

/** The state of one consent, with its history. */
export interface ConsentState {
	kind: Kind;
	/** The recipient of the data, for `provide`. */
	recipient: Consent["recipient"];
	current: Consent | null;
	/** Withdrawn consents, newest first. */
	earlier: Consent[];
}

/** Consents that can be given and withdrawn at any time, and are therefore always listed. */
const ALWAYS_SHOWN: readonly Kind[] = ["health", "training"];

/** Identifies a recipient. Old consents without kind and id are identified by name. */
export const recipientKey = (recipient: Consent["recipient"]): string =>
	recipient === null ? "" : recipient.kind ? `${recipient.kind}-${recipient.id}` : recipient.name;

/** Groups consents by kind and recipient. */
export function consentStates(consents: readonly Consent[]): ConsentState[] {
	return KINDS.flatMap((kind) => {
		const own = consents.filter((each) => each.kind === kind);
		const isAlways = ALWAYS_SHOWN.includes(kind);
		// By id, since a recipient may have been renamed between two consents.
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

/** A consent that can be given and withdrawn on its own. */
type SeparateConsent =
	| { kind: "health" | "training" }
	| { kind: "provide"; recipient: { kind: string; id: number }; ends: boolean };

/** What the withdrawal of a recipient's consent cancels. */
export function useWithdrawal(recipient: { kind: string; id: number }) {
	return useQuery({
		...$api.queryOptions("get", "/patients/consents/withdrawal", { params: { query: recipient } }),
		staleTime: 0,
	});
}

/** Gives or withdraws a consent, and caches the response. Refetches what the withdrawal of a recipient's canceled. */
export function useSetConsent(about: SeparateConsent) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (given: boolean) => unwrap(api.PUT("/patients/consents", { body: { ...about, given } })),
		onSuccess: (data, given) => {
			client.setQueryData(options.queryKey, data);
			if (about.kind === "provide" && !given) void client.invalidateQueries();
		},
	});
}
