import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsDirectory.json";
import { TenantPage } from "~/ops/features/directory/tenant-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsDirectory", ko);

export default function OpsTenantPage() {
	return (
		<RequirePermission permission="read_directory">
			<TenantPage />
		</RequirePermission>
	);
}
