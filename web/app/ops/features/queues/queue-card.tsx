import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { durationText, formatCount } from "~/ops/lib/durations";
import { queueText } from "~/ops/lib/queue-texts";
import { useMay } from "~/ops/session/operator-session";
import type { QueueState } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";
import { usePause } from "./queries";

/** A job that waits longer is late. */
const MAX_AGE_SECONDS = 60;

const jobsLink = (queue: string, state: string) => ({
	pathname: href("/ops/jobs"),
	search: new URLSearchParams({ queue, state }).toString(),
});

/** One queue: number and age of waiting jobs first, then running ones. */
export function QueueCard({ queue }: { queue: QueueState }) {
	const { t } = useTranslation("opsQueues");
	const mayChange = useMay("change_jobs");
	const { name } = queue;
	const isLate = queue.oldestAgeSeconds > MAX_AGE_SECONDS;
	return (
		<article aria-labelledby={`queue-${name}`} className="card flex flex-col gap-3 p-4">
			<div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
				<h2 id={`queue-${name}`} className="text-header">
					{queueText(name)}
				</h2>
				<QueueBadge queue={queue} isLate={isLate} />
			</div>
			<Backlog queue={queue} isLate={isLate} />
			<dl className="grid grid-cols-3 gap-2">
				<Metric name={t("state.running")} value={queue.running} to={jobsLink(name, "running")} />
				<Metric name={t("state.delayed")} value={queue.delayed} to={jobsLink(name, "delayed")} />
				<Metric
					name={t("state.dead")}
					value={queue.dead}
					to={jobsLink(name, "dead")}
					isAlert={queue.dead > 0}
				/>
			</dl>
			<p className="number text-meta text-ink-600">
				{t("overview.rates", {
					in: formatCount(queue.inPerMinute),
					out: formatCount(queue.outPerMinute),
					failures: formatCount(queue.failuresPerMinute),
				})}
			</p>
			{queue.pause ? (
				<div className="text-meta text-warning">
					<p>{t("overview.pausedBy", queue.pause)}</p>
					<p className="number">{t("overview.pausedSince", { time: koreanMinute(queue.pause.at) })}</p>
				</div>
			) : null}
			<div className="mt-auto flex items-center justify-between gap-2">
				<p
					className={`number text-meta ${queue.workers === 0 ? "font-semibold text-danger" : "text-ink-600"}`}
				>
					{queue.workers === null
						? t("overview.unknownWorkers")
						: t("overview.workers", { count: queue.workers, n: queue.workers })}
				</p>
				{mayChange ? <PauseButton queue={queue} /> : null}
			</div>
		</article>
	);
}

/** Number of waiting jobs, and the age of the oldest. */
function Backlog({ queue, isLate }: { queue: QueueState; isLate: boolean }) {
	const { t } = useTranslation("opsQueues");
	const { t: tOps } = useTranslation("ops");
	return (
		<Link data-row to={jobsLink(queue.name, "ready")} className="-m-1 rounded-control p-1 hover:bg-mint-50">
			<span className="number block text-[32px] leading-tight font-extrabold tracking-tight">
				{formatCount(queue.ready)}
			</span>
			<span className="block text-meta text-ink-600">{t("overview.ready", { count: queue.ready })}</span>
			<span className={`number block text-meta ${isLate ? "font-semibold text-danger" : "text-ink-600"}`}>
				{queue.ready > 0
					? t("overview.oldest", { duration: durationText(tOps, queue.oldestAgeSeconds) })
					: t("overview.nothing")}
			</span>
		</Link>
	);
}

/** Requires a reason, then pauses or resumes. */
function PauseButton({ queue }: { queue: QueueState }) {
	const { t } = useTranslation("opsQueues");
	const [isAsking, setAsking] = useState(false);
	const pause = usePause(queue.name);
	const title = queueText(queue.name);
	const verb = queue.paused ? "resume" : "pause";
	return (
		<>
			<button
				type="button"
				onClick={() => setAsking(true)}
				className={buttonStyle("secondary", "min-h-11", "tight")}
			>
				{t(`${verb}.open`)}
				<span className="sr-only"> {title}</span>
			</button>
			{isAsking ? (
				<ReasonDialog
					title={t(`${verb}.title`, { queue: title })}
					text={t(`${verb}.text`)}
					submit={t(`${verb}.do`)}
					onReason={(reason) => pause.mutateAsync({ isPaused: !queue.paused, reason })}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</>
	);
}

function QueueBadge({ queue, isLate }: { queue: QueueState; isLate: boolean }) {
	const { t } = useTranslation("opsQueues");
	if (queue.paused) return <Badge tint="warning">{t("overview.paused")}</Badge>;
	if (queue.workers === 0) return <Badge tint="danger">{t("overview.noWorker")}</Badge>;
	if (isLate) return <Badge tint="danger">{t("overview.late")}</Badge>;
	return <Badge tint="success">{t("overview.fine")}</Badge>;
}

interface FigureProps {
	name: string;
	value: number;
	to: { pathname: string; search: string };
	isAlert?: boolean;
}

function Metric({ name, value, to, isAlert }: FigureProps) {
	return (
		<div>
			<dt className="text-[12px] text-ink-600">{name}</dt>
			<dd>
				<Link
					to={to}
					className={`number inline-flex min-h-6 min-w-6 items-center font-bold underline decoration-line underline-offset-4 hover:decoration-current ${isAlert ? "text-danger" : ""}`}
				>
					{formatCount(value)}
				</Link>
			</dd>
		</div>
	);
}
