import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsDirectory.json";
import { NewTenantPage } from "~/ops/features/directory/new-tenant-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsDirectory", ko);

export default function OpsNewTenantPage() {
	return (
		<RequirePermission permission="change_directory">
			<NewTenantPage />
		</RequirePermission>
	);
}
