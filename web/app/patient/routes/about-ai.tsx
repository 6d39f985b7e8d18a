import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";
import { AboutAiPage } from "~/patient/features/legal/about-ai-page";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("legal", ko);

export const handle: RouteHandle = { title: "aboutAi" };

export default function AboutAi() {
	return <AboutAiPage />;
}
