import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { JobsPage } from "~/ops/features/jobs/jobs-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsJobsPage() {
	return (
		<RequirePermission permission="read_queues">
			<JobsPage />
		</RequirePermission>
	);
}
