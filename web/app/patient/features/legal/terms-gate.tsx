import { href, Navigate, useLocation } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useTermsStanding } from "./standing-queries";

/** Screens that start something new. Records, cancelling and account deletion stay available without consent. */
const STARTS = [href("/self-check"), href("/apply-tci"), href("/link"), href("/apply-insurance")];

/** Redirects to the terms if a new edition requires consent before something new is started. The server enforces it. */
export default function TermsGate() {
	const { data } = useTermsStanding();
	const { pathname, search } = useLocation();
	if (!STARTS.includes(pathname) || !data?.documents.some((each) => each.needsConsent)) return null;
	return <Navigate to={withRedirect(href("/account/terms"), pathname + search)} replace />;
}
