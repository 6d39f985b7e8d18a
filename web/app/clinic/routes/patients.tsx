import { useTranslation } from "react-i18next";
import { PeopleSection } from "~/clinic/features/patients/people-section";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/patients.json";

bundleKo("patients", ko);

export default function PatientsPage() {
	const { t } = useTranslation("patients");
	return (
		<ConsolePage title={t("title")} text={t("text")}>
			<PeopleSection />
		</ConsolePage>
	);
}
