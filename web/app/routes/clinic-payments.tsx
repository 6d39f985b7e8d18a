import { Navigate } from "react-router";
import { FindingsPage } from "~/features/clinic/payments/findings-page";
import { bundleKo } from "~/i18n/i18n";
import { useStaffSession } from "~/lib/staff-session";
import ko from "~/locales/ko/payments.json";
import { pathTo } from "~/route-table";

bundleKo("payments", ko);

export default function ClinicPayments() {
	const { staff } = useStaffSession();
	// Only an admin may; the server says so, too.
	if (!staff?.permissions.includes("reconcile_payments"))
		return <Navigate to={pathTo("clinicHome")} replace />;
	return <FindingsPage />;
}
