import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";
import { HistoryPage } from "~/patient/features/insurance/history-page";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("insurance", ko);

export const handle: RouteHandle = { title: "claims" };

export default function InsuranceHistoryPage() {
	return <HistoryPage />;
}
