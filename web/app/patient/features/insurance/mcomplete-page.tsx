import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { readClaim } from "./claim-draft";
import { mobileReturn } from "./mobile-return";
import { useInvalidAccess } from "./use-invalid-access";

/** Return page of a payment in the same tab, or in the browser that a card app opened. */
export function McompletePage() {
	const [query] = useSearchParams();
	const [onward] = useState(() => mobileReturn(query, readClaim()));
	useInvalidAccess(onward === null);
	return onward ? <Navigate to={onward} replace /> : null;
}
