import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsDirectory.json";
import { TenantsPage } from "~/ops/features/directory/tenants-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsDirectory", ko);

export default function OpsTenantsPage() {
	return (
		<RequirePermission permission="read_directory">
			<TenantsPage />
		</RequirePermission>
	);
}
