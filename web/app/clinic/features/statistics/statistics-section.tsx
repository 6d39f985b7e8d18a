import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DaysFilter } from "~/clinic/ui/days-filter";
import { problemText } from "~/shared/api/problem-text";
import { koreanDay } from "~/shared/lib/korea";
import { ErrorState } from "~/shared/ui/error-state";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { type Range, useDownloadTable, useStatistics } from "./queries";
import { lastMonths, SHORTCUTS } from "./range";
import { StatisticsTable } from "./statistics-table";
import { Totals } from "./totals";

const DEFAULT_MONTHS = 3;

/** The clinic's figures in a range of days: total, by month and by analyst. */
export function StatisticsSection() {
	const { t } = useTranslation("statistics");
	const [range, setRange] = useState<Range>(() => lastMonths(DEFAULT_MONTHS, koreanDay(new Date())));
	const { data, error, isPending, isPlaceholderData, refetch } = useStatistics(range);
	const download = useDownloadTable(range);
	const isDownloading = (by: string) => download.isPending && download.variables === by;
	return (
		<>
			<RangeFilter range={range} onRange={setRange} />
			{error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
			{isPending ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<Skeleton className="h-28 rounded-card" />
					<Skeleton className="h-60 rounded-card" />
				</div>
			) : null}
			{download.error ? <Notice tone="danger">{problemText(download.error)}</Notice> : null}
			{data?.total.analyses === 0 ? <p className="card text-center text-ink-600">{t("none")}</p> : null}
			{data && data.total.analyses > 0 ? (
				<div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
					<Totals total={data.total} />
					<StatisticsTable
						title={t("byMonth")}
						head={t("column.month")}
						rows={data.months.map((row) => ({ key: row.month, name: row.month, figures: row }))}
						isDownloading={isDownloading("month")}
						onDownload={() => download.mutate("month")}
					/>
					<StatisticsTable
						title={t("byAnalyst")}
						head={t("column.analyst")}
						rows={data.analysts.map((row) => ({
							key: String(row.analyst?.id),
							name: row.analyst?.name ?? t("nobody"),
							figures: row,
						}))}
						isDownloading={isDownloading("analyst")}
						onDownload={() => download.mutate("analyst")}
					/>
					<p className="text-meta text-ink-600">{t("note")}</p>
				</div>
			) : null}
		</>
	);
}

function RangeFilter({ range, onRange }: { range: Range; onRange: (range: Range) => void }) {
	const { t } = useTranslation("statistics");
	return (
		<div className="flex flex-col gap-2">
			<fieldset className="flex flex-wrap gap-2">
				<legend className="sr-only">{t("range.label")}</legend>
				{SHORTCUTS.map((months) => {
					const shortcut = lastMonths(months, koreanDay(new Date()));
					const isOn = shortcut.startAt === range.startAt && shortcut.endAt === range.endAt;
					return (
						<button
							key={months}
							type="button"
							aria-pressed={isOn}
							onClick={() => onRange(shortcut)}
							className="min-h-11 rounded-control border border-line bg-white px-4 text-[14px] font-semibold hover:bg-mint-50 aria-pressed:border-green-700 aria-pressed:bg-mint-100 aria-pressed:text-green-800"
						>
							{t(`range.${months}`)}
						</button>
					);
				})}
			</fieldset>
			<DaysFilter
				label={t("range.days", { from: range.startAt || "…", to: range.endAt || "…" })}
				startAt={range.startAt}
				endAt={range.endAt}
				onDays={(days) => onRange({ ...range, ...days })}
			/>
		</div>
	);
}
