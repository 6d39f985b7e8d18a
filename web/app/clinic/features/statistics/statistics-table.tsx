import { useTranslation } from "react-i18next";
import type { StatisticsTotals } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { useMetricTexts } from "./use-metric-texts";

interface FiguresRow {
	key: string;
	name: string;
	figures: StatisticsTotals;
}

interface Props {
	title: string;
	/** Heading of the first column. */
	head: string;
	rows: readonly FiguresRow[];
	isDownloading: boolean;
	onDownload: () => void;
}

/** One table of figures, with a button to download it. */
export function StatisticsTable({ title, head, rows, isDownloading, onDownload }: Props) {
	const { t } = useTranslation("statistics");
	const texts = useMetricTexts();
	return (
		<section aria-label={title} className="card">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h2 className="text-header">{title}</h2>
				<Button tone="secondary" isPending={isDownloading} onPress={onDownload}>
					{t("csv")}
				</Button>
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
			<section aria-label={title} tabIndex={0} className="mt-3 overflow-x-auto rounded-control">
				<table className="number w-full min-w-[640px] text-right text-[14px]">
					<thead>
						<tr className="border-b border-line text-meta text-ink-600">
							<th scope="col" className="py-2 pr-3 text-left font-semibold">
								{head}
							</th>
							<th scope="col" className="px-2 font-semibold">
								{t("column.patients")}
							</th>
							<th scope="col" className="px-2 font-semibold">
								{t("column.analyses")}
							</th>
							<th scope="col" className="px-2 font-semibold">
								{t("column.before")}
							</th>
							<th scope="col" className="px-2 font-semibold">
								{t("column.after")}
							</th>
							<th scope="col" className="px-2 font-semibold">
								{t("column.change")}
							</th>
							<th scope="col" className="pl-2 font-semibold">
								{t("column.time")}
							</th>
						</tr>
					</thead>
					<tbody>
						{rows.map(({ key, name, figures }) => (
							<tr key={key} className="border-b border-line last:border-0">
								<th scope="row" className="py-2.5 pr-3 text-left font-semibold">
									{name}
								</th>
								<td className="px-2">{figures.patients}</td>
								<td className="px-2">{figures.analyses}</td>
								<td className="px-2">{texts.percent(figures.meanBefore)}</td>
								<td className="px-2">{texts.percent(figures.meanAfter)}</td>
								<td className="px-2">{texts.points(figures.meanChange)}</td>
								<td className="pl-2">{texts.time(figures.medianHours)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</section>
	);
}
