import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { kindText, queueText } from "~/ops/lib/queue-texts";
import type { JobDetail } from "~/ops/types";
import { OpsPage } from "~/ops/ui/ops-page";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { StateBadge } from "~/ops/ui/state-badge";
import { NotFound } from "~/shared/layouts/not-found";
import { parseId } from "~/shared/lib/format";
import { koreanMinute } from "~/shared/lib/korea";
import { DescriptionList } from "~/shared/ui/description-list";
import { JobActions } from "./job-actions";
import { JobAttempts, JobEvents } from "./job-history";
import { useJob } from "./queries";

/** One job: its data, its history and its actions. */
export function JobPage() {
	const id = parseId(useParams().id);
	return id === null ? <NotFound /> : <KnownJob id={id} />;
}

function KnownJob({ id }: { id: number }) {
	const { t } = useTranslation("opsQueues");
	const detail = useJob(id);
	const job = detail.data?.job;
	return (
		<OpsPage
			title={job ? t("job.title", { kind: kindText(job.kind), id }) : t("job.untitled", { id })}
			text={
				<Link
					to={href("/ops/jobs")}
					className="inline-flex min-h-6 items-center font-semibold text-green-700 underline underline-offset-2"
				>
					{t("job.back")}
				</Link>
			}
			actions={detail.data ? <JobActions detail={detail.data} /> : null}
		>
			<QueryState query={detail}>
				{(data) => (
					<div className="grid items-start gap-4 lg:grid-cols-2">
						<JobDetails detail={data} />
						<Panel title={t("job.payload")} text={t("job.payloadText")}>
							<pre className="max-h-80 overflow-auto rounded-control bg-quiet p-3 text-[13px] whitespace-pre-wrap">
								{JSON.stringify(data.payload, null, 2)}
							</pre>
						</Panel>
						<JobAttempts attempts={data.attempts} />
						<JobEvents events={data.events} />
					</div>
				)}
			</QueryState>
		</OpsPage>
	);
}

function JobDetails({ detail }: { detail: JobDetail }) {
	const { job, traceId, traceUrl } = detail;
	const { t } = useTranslation("opsQueues");
	const time = (at: string | null) => (at ? koreanMinute(at) : "–");
	return (
		<Panel title={t("job.facts")} actions={<StateBadge state={job.state} />}>
			{job.lastError ? (
				<div className="rounded-control bg-danger-tint p-3 text-[14px] text-danger">
					<p className="font-bold">{t("job.error")}</p>
					<p>{job.lastError}</p>
				</div>
			) : null}
			<DescriptionList
				items={[
					[t("job.queue"), queueText(job.queue)],
					[t("job.kind"), <code key="kind">{job.kind}</code>],
					[
						t("job.tenant"),
						<Link
							key="tenant"
							to={href("/ops/tenants/:id", { id: String(job.tenantId) })}
							className="inline-flex min-h-6 items-center text-green-700 underline underline-offset-2"
						>
							{job.tenant}
						</Link>,
					],
					[t("job.attempts"), `${job.attempts}/${job.maxAttempts}`],
					[t("job.created"), time(job.createdAt)],
					[t("job.runAt"), time(job.runAt)],
					[t("job.started"), time(job.startedAt)],
					[t("job.finished"), time(job.finishedAt)],
					[
						t("job.request"),
						<span key="request" className="select-all">
							{job.requestId ?? "–"}
						</span>,
					],
					...(traceId ? [[t("job.trace"), <Trace key="trace" id={traceId} url={traceUrl} />] as const] : []),
				]}
			/>
		</Panel>
	);
}

/** The trace of the request that created the job, if it was exported. */
function Trace({ id, url }: { id: string; url: string | null }) {
	const { t } = useTranslation("opsQueues");
	return (
		<span className="flex flex-wrap items-center justify-end gap-x-3">
			<code className="text-[13px] break-all select-all">{id}</code>
			{url ? (
				<a
					href={url}
					target="_blank"
					rel="noreferrer"
					className="inline-flex min-h-6 items-center font-semibold text-green-700 underline underline-offset-2"
				>
					{t("job.openTrace")}
				</a>
			) : null}
		</span>
	);
}
