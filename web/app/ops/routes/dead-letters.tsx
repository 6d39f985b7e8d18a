import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { DeadLettersPage } from "~/ops/features/dead-letters/dead-letters-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsDeadLettersPage() {
	return (
		<RequirePermission permission="read_queues">
			<DeadLettersPage />
		</RequirePermission>
	);
}
