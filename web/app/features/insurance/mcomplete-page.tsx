import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { readClaim } from "./claim-draft";
import { completeOf, mobileReturn } from "./mobile-return";
import { useInvalidAccess } from "./use-invalid-access";

/** The way back from a payment in the same tab. */
export function McompletePage() {
	const [query] = useSearchParams();
	const [onward] = useState(() => mobileReturn(query, readClaim()));
	useInvalidAccess(onward === null);
	if (!onward) return null;
	return <Navigate to={"to" in onward ? onward.to : completeOf(onward.confirm)} replace />;
}
