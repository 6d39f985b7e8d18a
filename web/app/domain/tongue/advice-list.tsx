import { useTranslation } from "react-i18next";
import { adviceOf } from "~/domain/tci/advice";

/** Advice for the coating of these nine cells. */
export function AdviceList({ scores }: { scores: readonly number[] }) {
	const { t } = useTranslation("tongue");
	return (
		<ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-600 marker:text-green-700">
			{adviceOf(scores).map((advice) => (
				<li key={advice}>{t(`advice.${advice}`)}</li>
			))}
		</ul>
	);
}
