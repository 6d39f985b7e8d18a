import { href, Navigate, useLocation } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useTermsStanding } from "./standing-queries";

/** The screens that start something new. Records, cancelling and leaving stay open to somebody who does not agree. */
const STARTS = [href("/self-check"), href("/apply-tci"), href("/link"), href("/apply-insurance")];

/** Leads to the terms when a new edition must be agreed to before something new starts. The server holds the rule. */
export default function TermsGate() {
	const { data } = useTermsStanding();
	const { pathname, search } = useLocation();
	if (!STARTS.includes(pathname) || !data?.documents.some((each) => each.needsConsent)) return null;
	return <Navigate to={withRedirect(href("/account/terms"), pathname + search)} replace />;
}
