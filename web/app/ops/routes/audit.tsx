import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsRecords.json";
import { AuditPage } from "~/ops/features/audit/audit-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsRecords", ko);

export default function OpsAuditPage() {
	return (
		<RequirePermission permission="read_access_log">
			<AuditPage />
		</RequirePermission>
	);
}
