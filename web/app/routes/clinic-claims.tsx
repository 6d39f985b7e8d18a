import { Navigate, useParams } from "react-router";
import { ClaimPage } from "~/features/clinic/insurance/claim-page";
import { ListPage } from "~/features/clinic/insurance/list-page";
import { bundleKo } from "~/i18n/i18n";
import { useStaffSession } from "~/lib/staff-session";
import ko from "~/locales/ko/claims.json";
import { pathTo } from "~/route-table";

bundleKo("claims", ko);

/** The clinic's claims, and one of them. */
export default function ClinicClaims() {
	const { id } = useParams();
	const { staff } = useStaffSession();
	// Who may not read claims gets none from the server, either.
	if (!staff?.permissions.includes("read_claims")) return <Navigate to={pathTo("clinicHome")} replace />;
	return id === undefined ? <ListPage /> : <ClaimPage />;
}
