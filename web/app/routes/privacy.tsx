import { LegalPage } from "~/features/legal/legal-page";
import { PRIVACY } from "~/features/legal/privacy";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";

bundleKo("legal", ko);

export default function Privacy() {
	return <LegalPage editions={PRIVACY} />;
}
