import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsMoney.json";
import payments from "~/locales/ko/payments.json";
import { PaymentsPage } from "~/ops/features/payments/payments-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsMoney", ko);
bundleKo("payments", payments);

export default function OpsPaymentsPage() {
	return (
		<RequirePermission permission="read_payments">
			<PaymentsPage />
		</RequirePermission>
	);
}
