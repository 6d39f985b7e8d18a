import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { SchedulesPage } from "~/ops/features/schedules/schedules-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsSchedulesPage() {
	return (
		<RequirePermission permission="read_queues">
			<SchedulesPage />
		</RequirePermission>
	);
}
