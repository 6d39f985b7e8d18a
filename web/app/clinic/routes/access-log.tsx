import { LogPage } from "~/clinic/features/access-log/log-page";
import { RequirePermission } from "~/clinic/layouts/require-permission";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/accessLog.json";

bundleKo("accessLog", ko);

export default function AccessLogPage() {
	return (
		<RequirePermission permission="read_access_log">
			<LogPage />
		</RequirePermission>
	);
}
