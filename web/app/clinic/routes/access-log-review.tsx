import { ReviewPage } from "~/clinic/features/access-log/review-page";
import { RequirePermission } from "~/clinic/layouts/require-permission";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/accessLog.json";

bundleKo("accessLog", ko);

export default function AccessLogReviewPage() {
	return (
		<RequirePermission permission="read_access_log">
			<ReviewPage />
		</RequirePermission>
	);
}
