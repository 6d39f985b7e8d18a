import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";
import { LegalPage } from "~/patient/features/legal/legal-page";
import { TERMS } from "~/patient/features/legal/terms";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("legal", ko);

export const handle: RouteHandle = { title: "terms" };

export default function Terms() {
	return <LegalPage editions={TERMS} />;
}
