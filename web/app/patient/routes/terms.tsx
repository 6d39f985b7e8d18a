import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";
import { LegalPage } from "~/patient/features/legal/legal-page";
import { TERMS } from "~/patient/features/legal/terms";

bundleKo("legal", ko);

export default function Terms() {
	return <LegalPage editions={TERMS} />;
}
