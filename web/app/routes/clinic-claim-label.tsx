import { Navigate } from "react-router";
import { LabelPage } from "~/features/clinic/insurance/label-page";
import { bundleKo } from "~/i18n/i18n";
import { useStaffSession } from "~/lib/staff-session";
import ko from "~/locales/ko/claims.json";
import { pathTo } from "~/route-table";

bundleKo("claims", ko);

/** The label of a claim's registered mail. */
export default function ClinicClaimLabel() {
	const { staff } = useStaffSession();
	if (!staff?.permissions.includes("read_claims")) return <Navigate to={pathTo("clinicHome")} replace />;
	return <LabelPage />;
}
