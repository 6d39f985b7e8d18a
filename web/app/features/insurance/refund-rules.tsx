import { useTranslation } from "react-i18next";

const RULES = ["before", "cannot", "after", "mistake"] as const;

/** When money comes back and when not, in plain words. */
export function RefundRules() {
	const { t } = useTranslation("insurance");
	return (
		<details className="rounded-[16px] bg-quiet px-4 py-2 text-[14px]">
			<summary className="py-2.5 font-semibold">{t("refund.title")}</summary>
			<ul className="list-disc pb-2 pl-5 text-ink-600">
				{RULES.map((each) => (
					<li key={each}>{t(`refund.${each}`)}</li>
				))}
			</ul>
		</details>
	);
}
