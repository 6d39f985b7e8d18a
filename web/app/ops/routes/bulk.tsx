import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsQueues.json";
import { BulkPage } from "~/ops/features/bulk/bulk-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsQueues", ko);

export default function OpsBulkPage() {
	return (
		<RequirePermission permission="read_queues">
			<BulkPage />
		</RequirePermission>
	);
}
