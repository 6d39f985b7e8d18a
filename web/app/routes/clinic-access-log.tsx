import { Navigate, useMatch } from "react-router";
import { LogPage } from "~/features/clinic/access-log/log-page";
import { ReviewPage } from "~/features/clinic/access-log/review-page";
import { bundleKo } from "~/i18n/i18n";
import { useStaffSession } from "~/lib/staff-session";
import ko from "~/locales/ko/accessLog.json";
import { pathTo, SCREENS } from "~/route-table";

bundleKo("accessLog", ko);

export default function ClinicAccessLog() {
	const { staff } = useStaffSession();
	const isReview = useMatch(SCREENS.clinicAccessReview.path);
	// Only an admin may; the server says so, too.
	if (!staff?.permissions.includes("read_access_log")) return <Navigate to={pathTo("clinicHome")} replace />;
	return isReview ? <ReviewPage /> : <LogPage />;
}
