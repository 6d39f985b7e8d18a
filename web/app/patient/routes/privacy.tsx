import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";
import { LegalPage } from "~/patient/features/legal/legal-page";
import { PRIVACY } from "~/patient/features/legal/privacy";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("legal", ko);

export const handle: RouteHandle = { title: "privacy" };

export default function Privacy() {
	return <LegalPage editions={PRIVACY} />;
}
