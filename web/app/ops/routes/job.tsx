import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { JobPage } from "~/ops/features/jobs/job-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsJobPage() {
	return (
		<RequirePermission permission="read_queues">
			<JobPage />
		</RequirePermission>
	);
}
