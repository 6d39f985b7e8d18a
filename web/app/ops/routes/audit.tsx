import { bundleKo } from "~/i18n/i18n";
import queues from "~/locales/ko/opsQueues.json";
import ko from "~/locales/ko/opsRecords.json";
import { AuditPage } from "~/ops/features/audit/audit-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

// the kinds of jobs and the queues that actions were about
bundleKo("opsQueues", queues);
bundleKo("opsRecords", ko);

export default function OpsAuditPage() {
	return (
		<RequirePermission permission="read_access_log">
			<AuditPage />
		</RequirePermission>
	);
}
