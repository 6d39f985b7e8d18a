import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import { textOrFallback } from "~/ops/lib/text-or-fallback";
import type { RetentionRun } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { isUnderWay, useRuns } from "./queries";

/** The runs and what each erased. */
export function RunsPanel() {
	const { t } = useTranslation("opsRecords");
	const runs = useRuns();
	return (
		<Panel title={t("retention.runs")} text={t("retention.runsText")}>
			<QueryState query={runs} skeleton="h-24 rounded-card">
				{({ runs: all }) =>
					all.length === 0 ? (
						<p className="text-ink-600">{t("retention.noRuns")}</p>
					) : (
						<ul aria-label={t("retention.runs")} className="divide-y divide-line">
							{all.map((run) => (
								<li key={`${run.tenant} ${run.id}`} className="py-2.5">
									<Run run={run} />
								</li>
							))}
						</ul>
					)
				}
			</QueryState>
		</Panel>
	);
}

function Run({ run }: { run: RetentionRun }) {
	const { t } = useTranslation("opsRecords");
	const erased = Object.entries(run.erased).filter(([, count]) => count > 0);
	return (
		<>
			<p className="flex flex-wrap items-center gap-2">
				<b className="number">{koreanMinute(run.startedAt)}</b>
				<Badge tint={run.finishedAt ? "success" : isUnderWay(run) ? "info" : "warning"}>
					{t(
						run.finishedAt
							? "retention.done"
							: isUnderWay(run)
								? "retention.underWay"
								: "retention.unfinished",
					)}
				</Badge>
				<span className="text-meta text-ink-600">
					{run.tenant} · {run.askedBy ?? t("retention.bySchedule")}
				</span>
			</p>
			{run.reason ? <p className="text-meta text-ink-600">{run.reason}</p> : null}
			<p className="number text-[14px]">
				{erased.length === 0
					? t("retention.erasedNothing")
					: erased
							.map(([of, count]) =>
								t("retention.erased", {
									of: textOrFallback("opsRecords", `class.${of}`, of),
									n: formatCount(count),
								}),
							)
							.join(", ")}
			</p>
		</>
	);
}
