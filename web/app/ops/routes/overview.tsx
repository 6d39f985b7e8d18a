import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { OverviewPage } from "~/ops/features/queues/overview-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsOverviewPage() {
	return (
		<RequirePermission permission="read_queues">
			<OverviewPage />
		</RequirePermission>
	);
}
