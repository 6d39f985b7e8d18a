import { bundleKo } from "~/i18n/i18n";
import accessLog from "~/locales/ko/accessLog.json";
import queues from "~/locales/ko/opsQueues.json";
import ko from "~/locales/ko/opsRecords.json";
import { AccessLogPage } from "~/ops/features/access-log/access-log-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("accessLog", accessLog);
// the kinds of jobs in reasons
bundleKo("opsQueues", queues);
bundleKo("opsRecords", ko);

export default function OpsAccessLogPage() {
	return (
		<RequirePermission permission="read_access_log">
			<AccessLogPage />
		</RequirePermission>
	);
}
