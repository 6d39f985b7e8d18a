import { ClaimPage } from "~/clinic/features/claims/claim-page";
import { RequirePermission } from "~/clinic/layouts/require-permission";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/claims.json";

bundleKo("claims", ko);

export default function ClaimDetailPage() {
	return (
		<RequirePermission permission="read_claims">
			<ClaimPage />
		</RequirePermission>
	);
}
