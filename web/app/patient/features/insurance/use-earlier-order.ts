import { useEffect } from "react";
import { useNavigate } from "react-router";
import { type ClaimDraft, readClaim } from "./claim-draft";
import { completeOf } from "./mobile-return";
import { useOrderState } from "./use-purchase";

/**
 * Watches the order of the claim before it was changed, or in another tab. If it is still paid in its window, the claim
 * exists as it was, so its result is shown before the changed claim is paid, too.
 */
export function useEarlierOrder(oid: string | null, onChange: (change: Partial<ClaimDraft>) => void): void {
	const navigate = useNavigate();
	const { isPaid, hasEnded } = useOrderState(oid);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each order that has ended
	useEffect(() => {
		if (oid === null || !hasEnded) return;
		// A change would store the draft again that another tab has sent and deleted.
		if (!isPaid || readClaim() !== null) onChange({ earlierOid: null });
		if (isPaid) void navigate(completeOf(oid));
	}, [oid, isPaid, hasEnded]);
}
