import { useTranslation } from "react-i18next";
import fees from "~/domain/claim/fees.json";
import { currentLanguage } from "~/i18n/language";

/** The refund rules, in the words of the terms. */
export function RefundRules() {
	const { t } = useTranslation("insurance");
	const language = currentLanguage();
	return (
		<details className="card group py-0">
			<summary className="flex min-h-13 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
				{t("refund.title")}
				<span
					aria-hidden="true"
					className="text-[20px] leading-none text-ink-600 transition group-open:rotate-45"
				>
					+
				</span>
			</summary>
			<ul className="list-disc pb-5 pl-5 text-[14px] text-ink-600">
				{fees.refunds.map((each) => (
					<li key={each.case}>
						{each.label[language]}: {each.outcome[language]}
					</li>
				))}
			</ul>
		</details>
	);
}
