import { useTranslation } from "react-i18next";
import type { StatisticsTotals } from "~/shared/api/types";
import { useMetricTexts } from "./use-metric-texts";

/** The figures of the whole range, most important first. */
export function Totals({ total }: { total: StatisticsTotals }) {
	const { t } = useTranslation("statistics");
	const texts = useMetricTexts();
	const tiles = [
		[t("total.patients"), String(total.patients), t("total.analyses", { count: total.analyses })],
		[
			t("total.change"),
			texts.points(total.meanChange),
			t("total.means", { before: texts.percent(total.meanBefore), after: texts.percent(total.meanAfter) }),
		],
		[t("total.time"), texts.time(total.medianHours), t("total.timeText")],
	];
	return (
		<dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
			{tiles.map(([name, value, text]) => (
				<div key={name} className="card">
					<dt className="text-meta text-ink-600">{name}</dt>
					<dd>
						<span className="number block text-[28px] leading-tight font-extrabold tracking-tight">
							{value}
						</span>
						<span className="number text-meta text-ink-600">{text}</span>
					</dd>
				</div>
			))}
		</dl>
	);
}
