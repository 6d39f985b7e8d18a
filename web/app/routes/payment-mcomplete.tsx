import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { readClaim } from "~/features/insurance/claim-draft";
import { completeOf, mobileReturn } from "~/features/insurance/mobile-return";
import { useInvalidAccess } from "~/features/insurance/use-invalid-access";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";

bundleKo("insurance", ko);

/** The way back from a payment in the same tab. */
export default function PaymentMcomplete() {
	const [query] = useSearchParams();
	const [onward] = useState(() => mobileReturn(query, readClaim()));
	useInvalidAccess(onward === null);
	if (!onward) return null;
	return <Navigate to={"to" in onward ? onward.to : completeOf(onward.confirm)} replace />;
}
