import { href } from "react-router";
import { followUpQuery } from "./claim-body";
import type { ClaimDraft } from "./claim-draft";

const SUCCESS = "0";
const PAY_STEP = "3";
/** URL parameter: the provider reported that nothing was paid. The order is authoritative. */
export const UNPAID = "unpaid";

/** URL of the page with an order's result. */
export const completeOf = (oid: string, params: Record<string, string> = {}): string =>
	`${href("/payment/:end", { end: "complete" })}?${new URLSearchParams({ oid, ...params })}`;

/** URL of the page where the order was started, with its draft. It shows the order's result. */
export function backToPay(claim: ClaimDraft): string {
	if (claim.insuranceId !== null) return href("/insurance/:id", { id: String(claim.insuranceId) });
	const query = new URLSearchParams({ step: PAY_STEP, ...followUpQuery(claim) });
	return `${href("/apply-insurance")}?${query}`;
}

/** The stored draft, if this order pays for it. */
export const claimOf = (stored: ClaimDraft | null, oid: string | null): ClaimDraft | null =>
	stored && oid !== null && stored.oid === oid ? stored : null;

/**
 * Where a return from the provider's page leads (S4): with status 0 to the order's result, otherwise back to where it
 * was started. A browser without the draft goes to the order's result. Null without an order.
 */
export function mobileReturn(query: URLSearchParams, stored: ClaimDraft | null): string | null {
	const oid = query.get("oid");
	if (!oid) return null;
	if (query.get("status") === SUCCESS) return completeOf(oid);
	return unpaidReturn(oid, stored);
}

/** Where an unpaid return leads. */
export function unpaidReturn(oid: string, stored: ClaimDraft | null): string {
	const claim = claimOf(stored, oid);
	return claim ? backToPay(claim) : completeOf(oid, { [UNPAID]: "1" });
}
