import { pathTo, SCREENS } from "~/route-table";
import type { ClaimDraft } from "./claim-draft";

const SUCCESS = "0";
const CANCELED_BY_USER = "01";
const PAY_STEP = "3";

/** How the way back from a payment goes on. */
export type Onward = { to: string } | { confirm: string };

/** The payment page of an order. */
export const completeOf = (oid: string): string =>
	`${SCREENS.payment.path.replace(":end", "complete")}?${new URLSearchParams({ oid })}`;

/** Back to where it was paid, the draft kept: with the provider's words, or quietly where the person stopped. */
export function backToPay(claim: ClaimDraft | null, said: { canceled: true } | { msg: string }): string {
	const words: Record<string, string> = "msg" in said ? { msg: said.msg } : { canceled: "1" };
	if (claim && claim.insuranceId !== null) {
		return `${pathTo("insuranceDetail", claim.insuranceId)}?${new URLSearchParams(words)}`;
	}
	return `${pathTo("applyInsurance")}?${new URLSearchParams({ step: PAY_STEP, ...words })}`;
}

/** The stored claim, if it is the one that this order pays for. */
export const claimOf = (stored: ClaimDraft | null, oid: string | null): ClaimDraft | null =>
	stored && oid !== null && stored.oid === oid ? stored : null;

/**
 * What the query of the return in the same tab means (S4): status 0 is success, code 01 the person's own cancellation,
 * anything else goes back with its message. Null where there is no order to speak of.
 */
export function mobileReturn(query: URLSearchParams, stored: ClaimDraft | null): Onward | null {
	const oid = query.get("oid");
	const claim = claimOf(stored, oid);
	if (query.get("status") === SUCCESS) return oid ? { confirm: oid } : null;
	if (!claim) return null;
	if (query.get("code") === CANCELED_BY_USER) return { to: backToPay(claim, { canceled: true }) };
	return { to: backToPay(claim, { msg: query.get("msg") ?? "" }) };
}
