import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/opsMoney.json";
import { ModelPage } from "~/ops/features/model/model-page";
import { RequirePermission } from "~/ops/layouts/require-permission";

bundleKo("opsMoney", ko);

export default function OpsModelPage() {
	return (
		<RequirePermission permission="read_model">
			<ModelPage />
		</RequirePermission>
	);
}
