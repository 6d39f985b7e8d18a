import { useTranslation } from "react-i18next";
import { StatisticsSection } from "~/clinic/features/statistics/statistics-section";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { RequirePermission } from "~/clinic/layouts/require-permission";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/statistics.json";

bundleKo("statistics", ko);

export default function StatisticsPage() {
	const { t } = useTranslation("statistics");
	return (
		<RequirePermission permission="read_statistics">
			<ConsolePage title={t("title")} text={t("text")}>
				<StatisticsSection />
			</ConsolePage>
		</RequirePermission>
	);
}
