import { Navigate, useLocation } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { pathTo } from "~/route-table";
import { useTermsStanding } from "./standing-queries";

/** The screens that somebody who does not agree still needs. */
const OPEN = ["accountTerms", "leave"] as const;

/** Leads to the terms when a new edition must be agreed to first. */
export default function TermsGate() {
	const { data } = useTermsStanding();
	const { pathname, search } = useLocation();
	const isOpen = OPEN.some((name) => pathTo(name) === pathname);
	if (isOpen || !data?.documents.some((each) => each.needsConsent)) return null;
	return <Navigate to={withRedirect(pathTo("accountTerms"), pathname + search)} replace />;
}
