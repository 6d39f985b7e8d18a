import { FindingsPage } from "~/clinic/features/payments/findings-page";
import { RequirePermission } from "~/clinic/layouts/require-permission";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/payments.json";

bundleKo("payments", ko);

export default function PaymentsPage() {
	return (
		<RequirePermission permission="reconcile_payments">
			<FindingsPage />
		</RequirePermission>
	);
}
