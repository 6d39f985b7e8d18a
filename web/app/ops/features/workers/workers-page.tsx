import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { $api } from "~/ops/api";
import { durationText, sinceText } from "~/ops/lib/durations";
import { kindText, queueText } from "~/ops/lib/queue-texts";
import type { Worker } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { Notice } from "~/shared/ui/notice";

const POLL_INTERVAL_MS = 5_000;

/** The worker processes: version, start time, and running jobs. */
export function WorkersPage() {
	const { t } = useTranslation("opsQueues");
	const { t: tOps } = useTranslation("ops");
	const workers = useQuery({
		...$api.queryOptions("get", "/ops/workers"),
		refetchInterval: POLL_INTERVAL_MS,
	});
	const columns: Column<Worker>[] = [
		{ key: "host", head: t("worker.host"), isHead: true, cell: (worker) => <Host worker={worker} /> },
		{ key: "version", head: t("worker.version"), cell: ({ version }) => <code>{version}</code> },
		{
			key: "queues",
			head: t("worker.queues"),
			isWide: true,
			cell: ({ queues }) => queues.map(queueText).join(", "),
		},
		{ key: "running", head: t("worker.running"), isNumber: true, cell: ({ running }) => running },
		{
			key: "jobs",
			head: t("worker.jobs"),
			isWide: true,
			cell: ({ jobs }) => (jobs.length > 0 ? <RunningJobs jobs={jobs} /> : null),
		},
		{
			key: "since",
			head: t("worker.since"),
			isNumber: true,
			cell: ({ since }) => durationText(tOps, (Date.now() - new Date(since).getTime()) / 1_000),
		},
		{
			key: "seen",
			head: t("worker.seen"),
			isNumber: true,
			cell: ({ lastSeen }) => sinceText(tOps, lastSeen),
		},
		{ key: "id", head: t("worker.id"), cell: ({ id }) => <code className="text-[12px]">{id}</code> },
	];
	return (
		<OpsPage title={t("worker.title")} text={t("worker.text")}>
			<QueryState query={workers}>
				{({ workers: all }) => (
					<>
						{new Set(all.map(({ version }) => version)).size > 1 ? (
							<Notice tone="warning">{t("worker.mixed")}</Notice>
						) : null}
						<DataTable
							label={t("worker.list")}
							columns={columns}
							rows={all}
							rowKey={({ id }) => id}
							empty={t("worker.empty")}
						/>
					</>
				)}
			</QueryState>
		</OpsPage>
	);
}

function Host({ worker }: { worker: Worker }) {
	const { t } = useTranslation("opsQueues");
	return (
		<span className="flex flex-wrap items-center gap-2">
			{worker.host}
			{worker.isStopping ? <Badge tint="warning">{t("worker.stopping")}</Badge> : null}
		</span>
	);
}

/** The jobs that a worker runs, with their durations. */
function RunningJobs({ jobs }: { jobs: Worker["jobs"] }) {
	const { t } = useTranslation("ops");
	return (
		<ul className="flex flex-col gap-1">
			{jobs.map(({ id, kind, startedAt }) => (
				<li key={id}>
					<Link
						to={href("/ops/jobs/:id", { id: String(id) })}
						className="inline-flex min-h-6 items-center font-semibold text-green-700 underline underline-offset-2"
					>
						{kindText(kind)} {id}
					</Link>{" "}
					<span className="number whitespace-nowrap text-meta text-ink-600">
						{durationText(t, (Date.now() - new Date(startedAt).getTime()) / 1_000)}
					</span>
				</li>
			))}
		</ul>
	);
}
