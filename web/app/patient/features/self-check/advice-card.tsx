import { useTranslation } from "react-i18next";
import { AdviceList } from "~/domain/tongue/advice-list";

/** What to do next at the mirror. */
export function AdviceCard({ scores }: { scores: readonly number[] }) {
	const { t } = useTranslation("tongue");
	return (
		<section className="card">
			<h2 className="mb-2 text-header">{t("advice.title")}</h2>
			<AdviceList scores={scores} />
		</section>
	);
}
