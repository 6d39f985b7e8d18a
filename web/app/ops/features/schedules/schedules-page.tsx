import { useState } from "react";
import { useTranslation } from "react-i18next";
import { kindText } from "~/ops/lib/queue-texts";
import { useMay } from "~/ops/session/operator-session";
import type { Schedule } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { JobKind } from "~/ops/ui/job-kind";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { StateBadge } from "~/ops/ui/state-badge";
import { koreanMinute } from "~/shared/lib/korea";
import { buttonStyle } from "~/shared/ui/button-style";
import { useRunSchedule, useSchedules } from "./queries";
import { scheduleText } from "./schedule-text";

/** The schedules: timing, next run, and the result of the last one. */
export function SchedulesPage() {
	const { t } = useTranslation("opsQueues");
	const schedules = useSchedules();
	const mayChange = useMay("change_jobs");
	const [confirming, setConfirming] = useState<Schedule | null>(null);
	const columns: Column<Schedule>[] = [
		{ key: "name", head: t("schedule.name"), isHead: true, cell: ({ name }) => <JobKind kind={name} /> },
		{ key: "words", head: t("schedule.words"), isWide: true, cell: ({ words }) => scheduleText(t, words) },
		{ key: "next", head: t("schedule.next"), isNumber: true, cell: ({ next }) => koreanMinute(next) },
		{
			key: "last",
			head: t("schedule.last"),
			isNumber: true,
			cell: ({ last }) => (last ? koreanMinute(last) : t("schedule.never")),
		},
		{
			key: "outcome",
			head: t("schedule.outcome"),
			cell: ({ lastOutcome }) => (lastOutcome ? <StateBadge state={lastOutcome} /> : null),
		},
	];
	if (mayChange) {
		columns.push({
			key: "run",
			head: t("schedule.run"),
			cell: (schedule) => (
				<button
					type="button"
					onClick={() => setConfirming(schedule)}
					className={buttonStyle("secondary", "min-h-11 whitespace-nowrap", "tight")}
				>
					{t("schedule.run")}
					<span className="sr-only"> {kindText(schedule.name)}</span>
				</button>
			),
		});
	}
	return (
		<OpsPage title={t("schedule.title")} text={t("schedule.text")}>
			<QueryState query={schedules}>
				{({ schedules: all }) => (
					<DataTable
						label={t("schedule.list")}
						columns={columns}
						rows={all}
						rowKey={({ name }) => name}
						empty={t("schedule.empty")}
					/>
				)}
			</QueryState>
			{confirming ? <RunDialog schedule={confirming} onClose={() => setConfirming(null)} /> : null}
		</OpsPage>
	);
}

function RunDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
	const { t } = useTranslation("opsQueues");
	const run = useRunSchedule(schedule.name);
	return (
		<ReasonDialog
			title={t("schedule.ask", { name: kindText(schedule.name) })}
			text={t("schedule.askText")}
			submit={t("schedule.run")}
			onReason={(reason) => run.mutateAsync(reason)}
			onClose={onClose}
		/>
	);
}
