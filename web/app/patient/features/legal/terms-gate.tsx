import { href, Navigate, useLocation } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useTermsState } from "./terms-state-queries";

/** Screens that start something new. Records, cancelling and account deletion stay available without consent. */
const START_PATHS = [href("/self-check"), href("/apply-tci"), href("/link"), href("/apply-insurance")];

/** Redirects to the terms if a new edition requires consent before something new is started. The server enforces it. */
export default function TermsGate() {
	const { data } = useTermsState();
	const { pathname, search } = useLocation();
	if (!START_PATHS.includes(pathname) || !data?.documents.some((each) => each.needsConsent)) return null;
	return <Navigate to={withRedirect(href("/account/terms"), pathname + search)} replace />;
}
