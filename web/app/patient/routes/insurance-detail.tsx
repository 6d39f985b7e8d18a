import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";
import { DetailPage } from "~/patient/features/insurance/detail-page";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("insurance", ko);

export const handle: RouteHandle = { back: "/insurance-history", title: "claim" };

export default function InsuranceDetailPage() {
	return <DetailPage />;
}
