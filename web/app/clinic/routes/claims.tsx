import { ListPage } from "~/clinic/features/claims/list-page";
import { RequirePermission } from "~/clinic/layouts/require-permission";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/claims.json";

bundleKo("claims", ko);

export default function ClaimsPage() {
	return (
		<RequirePermission permission="read_claims">
			<ListPage />
		</RequirePermission>
	);
}
