import { TermsPage } from "~/features/legal/legal-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";

bundleKo("legal", ko);

export default function Terms() {
	return <TermsPage />;
}
