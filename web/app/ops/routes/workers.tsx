import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { WorkersPage } from "~/ops/features/workers/workers-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsWorkersPage() {
	return (
		<RequirePermission permission="read_queues">
			<WorkersPage />
		</RequirePermission>
	);
}
