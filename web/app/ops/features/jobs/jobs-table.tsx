import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { queueText } from "~/ops/lib/queue-texts";
import type { Job } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { JobKind } from "~/ops/ui/job-kind";
import { StateBadge } from "~/ops/ui/state-badge";
import { koreanMinute } from "~/shared/lib/korea";
import type { Selection } from "./jobs-page";

interface Props {
	jobs: readonly Job[];
	isBusy: boolean;
	/** Null where rows cannot be selected. */
	selection: Selection | null;
	onChosen: (chosen: Selection) => void;
}

const BOX = "size-5 accent-green-700 align-middle";

/** The rows of the list, with checkboxes if they can be selected. */
export function JobsTable({ jobs, isBusy, selection, onChosen }: Props) {
	const { t } = useTranslation("opsQueues");
	const columns: Column<Job>[] = [
		{
			key: "id",
			head: t("job.id"),
			isHead: true,
			cell: ({ id }) => (
				<Link
					data-row
					to={href("/ops/jobs/:id", { id: String(id) })}
					className="number inline-flex min-h-6 items-center font-bold text-green-700 underline underline-offset-2"
				>
					{id}
				</Link>
			),
		},
		{ key: "kind", head: t("job.kind"), cell: ({ kind }) => <JobKind kind={kind} /> },
		{
			key: "queue",
			head: t("job.queue"),
			cell: ({ queue }) => <span className="whitespace-nowrap">{queueText(queue)}</span>,
		},
		{ key: "state", head: t("job.state"), cell: ({ state }) => <StateBadge state={state} /> },
		{
			key: "attempts",
			head: t("job.attempts"),
			isNumber: true,
			cell: ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`,
		},
		{ key: "tenant", head: t("job.tenant"), cell: ({ tenant }) => tenant },
		{
			key: "created",
			head: t("job.created"),
			isNumber: true,
			cell: ({ createdAt }) => koreanMinute(createdAt),
		},
		{
			key: "error",
			head: t("job.error"),
			isWide: true,
			cell: ({ lastError }) =>
				lastError ? <span className="line-clamp-2 text-danger">{lastError}</span> : null,
		},
	];
	return (
		<DataTable
			label={t("jobs.list")}
			columns={selection === null ? columns : [boxColumn(jobs, selection, onChosen, t), ...columns]}
			rows={jobs}
			rowKey={({ id }) => id}
			isBusy={isBusy}
			empty={t("jobs.empty")}
		/>
	);
}

function boxColumn(
	jobs: readonly Job[],
	selection: Selection,
	onChosen: (chosen: Selection) => void,
	t: ReturnType<typeof useTranslation<"opsQueues">>["t"],
): Column<Job> {
	const has = (id: number) => selection === "all" || selection.has(id);
	const toggle = (id: number) => {
		const next = new Set(selection === "all" ? jobs.map((job) => job.id) : selection);
		if (!next.delete(id)) next.add(id);
		onChosen(next);
	};
	const isWhole = jobs.length > 0 && jobs.every(({ id }) => has(id));
	return {
		key: "choose",
		head: t("jobs.choose"),
		headCell: (
			<input
				type="checkbox"
				aria-label={t("jobs.chooseShown")}
				checked={isWhole}
				onChange={() => onChosen(isWhole ? new Set() : new Set(jobs.map(({ id }) => id)))}
				className={BOX}
			/>
		),
		cell: ({ id }) => (
			<input
				type="checkbox"
				aria-label={t("jobs.chooseOne", { id })}
				checked={has(id)}
				onChange={() => toggle(id)}
				className={BOX}
			/>
		),
	};
}
