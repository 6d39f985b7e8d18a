import { LegalPage } from "~/features/legal/legal-page";
import { TERMS } from "~/features/legal/terms";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";

bundleKo("legal", ko);

export default function Terms() {
	return <LegalPage editions={TERMS} />;
}
