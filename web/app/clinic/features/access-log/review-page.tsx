import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConsolePage } from "~/clinic/layouts/console-page";
import type { AccessLogMonth } from "~/shared/api/types";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useMonths } from "./log-query";
import { MonthReport, stateOf } from "./month-report";
import { Sections } from "./sections";

/** The months of the log that await review, and the summary of one month. */
export function ReviewPage() {
	const { t } = useTranslation("accessLog");
	const months = useMonths();
	return (
		<ConsolePage title={t("page")} text={t("text")}>
			<Sections />
			{months.error && !months.data ? (
				<ErrorState error={months.error} onRetry={() => void months.refetch()} />
			) : null}
			{months.isPending && months.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			{months.data ? <Months months={months.data.months} /> : null}
		</ConsolePage>
	);
}

/** The oldest month that awaits review, so that months are reviewed in order; otherwise the newest complete one. */
function firstToShow(months: readonly AccessLogMonth[]): string {
	const left = months.filter((month) => stateOf(month) === "left").at(-1);
	return (left ?? months.find(({ isOver }) => isOver) ?? months[0])?.month ?? "";
}

function Months({ months }: { months: readonly AccessLogMonth[] }) {
	const { t } = useTranslation("accessLog");
	const [shown, setShown] = useState(() => firstToShow(months));
	if (!shown) return null;
	return (
		<>
			<label className="print:hidden">
				<span className="text-meta font-semibold text-ink-600">{t("review.month")}</span>
				<select
					value={shown}
					onChange={({ target: { value } }) => setShown(value)}
					className="number mt-1.5 h-13 w-full rounded-control border border-field bg-white px-3 text-[16px]"
				>
					{months.map((month) => (
						<option key={month.month} value={month.month}>
							{month.month} · {t(`review.state.${stateOf(month)}`)}
						</option>
					))}
				</select>
			</label>
			<MonthReport key={shown} month={shown} />
		</>
	);
}
