import { AboutAiPage } from "~/features/legal/about-ai-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";

bundleKo("legal", ko);

export default function AboutAi() {
	return <AboutAiPage />;
}
