import { ABOUT_AI } from "~/features/legal/about-ai";
import { LegalPage } from "~/features/legal/legal-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";

bundleKo("legal", ko);

export default function AboutAi() {
	return <LegalPage editions={ABOUT_AI} versioned={false} />;
}
