import { href, Navigate } from "react-router";
import { LabelPage } from "~/clinic/features/claims/label-page";
import { useStaffSession } from "~/clinic/session/staff-session";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/claims.json";

bundleKo("claims", ko);

/** The label of a claim's registered mail. */
export default function ClinicClaimLabel() {
	const { staff } = useStaffSession();
	if (!staff?.permissions.includes("read_claims")) return <Navigate to={href("/clinic")} replace />;
	return <LabelPage />;
}
