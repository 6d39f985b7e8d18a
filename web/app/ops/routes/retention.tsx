import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsRecords.json";
import { RetentionPage } from "~/ops/features/retention/retention-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsRecords", ko);

export default function OpsRetentionPage() {
	return (
		<RequirePermission permission="read_retention">
			<RetentionPage />
		</RequirePermission>
	);
}
