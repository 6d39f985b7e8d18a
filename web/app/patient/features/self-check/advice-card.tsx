import { useTranslation } from "react-i18next";
import { AdviceList } from "~/domain/tongue/advice-list";

/** Advice on what to do next at home. */
export function AdviceCard({ scores }: { scores: readonly number[] }) {
	const { t } = useTranslation("tongue");
	return (
		<section className="card">
			<h2 className="mb-2 text-header">{t("advice.title")}</h2>
			<AdviceList scores={scores} />
		</section>
	);
}
