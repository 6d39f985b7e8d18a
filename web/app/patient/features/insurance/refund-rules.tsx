import { useTranslation } from "react-i18next";
import fees from "~/domain/claim/fees.json";
import { currentLanguage } from "~/i18n/language";

/** When money comes back and when not, in the words of the terms. */
export function RefundRules() {
	const { t } = useTranslation("insurance");
	const language = currentLanguage();
	return (
		<details className="rounded-[16px] bg-quiet px-4 py-2 text-[14px]">
			<summary className="py-2.5 font-semibold">{t("refund.title")}</summary>
			<ul className="list-disc pb-2 pl-5 text-ink-600">
				{fees.refunds.map((each) => (
					<li key={each.case}>
						{each.label[language]}: {each.outcome[language]}
					</li>
				))}
			</ul>
		</details>
	);
}
