import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsRecords.json";
import { OperatorsPage } from "~/ops/features/operators/operators-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsRecords", ko);

export default function OpsOperatorsPage() {
	return (
		<RequirePermission permission="manage_operators">
			<OperatorsPage />
		</RequirePermission>
	);
}
