import { href } from "react-router";
import { followingQuery } from "./claim-body";
import type { ClaimDraft } from "./claim-draft";

const SUCCESS = "0";
const PAY_STEP = "3";
/** The provider's way back said that nothing was paid; what counts is the order. */
export const UNPAID = "unpaid";

/** The page that says how an order ended. */
export const completeOf = (oid: string, words: Record<string, string> = {}): string =>
	`${href("/payment/:end", { end: "complete" })}?${new URLSearchParams({ oid, ...words })}`;

/** Back to where it was paid, the draft kept. There the order says how it ended. */
export function backToPay(claim: ClaimDraft): string {
	if (claim.insuranceId !== null) return href("/insurance/:id", { id: String(claim.insuranceId) });
	const query = new URLSearchParams({ step: PAY_STEP, ...followingQuery(claim) });
	return `${href("/apply-insurance")}?${query}`;
}

/** The stored claim, if it is the one that this order pays for. */
export const claimOf = (stored: ClaimDraft | null, oid: string | null): ClaimDraft | null =>
	stored && oid !== null && stored.oid === oid ? stored : null;

/**
 * Where a return from the provider's page leads to (S4): status 0 to the order, anything else back to where it was
 * paid. A browser that knows nothing of the claim asks the order. Null where there is none to speak of.
 */
export function mobileReturn(query: URLSearchParams, stored: ClaimDraft | null): string | null {
	const oid = query.get("oid");
	if (!oid) return null;
	if (query.get("status") === SUCCESS) return completeOf(oid);
	return unpaidReturn(oid, stored);
}

/** Where a payment that was not made leads back to. */
export function unpaidReturn(oid: string, stored: ClaimDraft | null): string {
	const claim = claimOf(stored, oid);
	return claim ? backToPay(claim) : completeOf(oid, { [UNPAID]: "1" });
}
