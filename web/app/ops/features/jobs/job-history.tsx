import { useTranslation } from "react-i18next";
import { eventText } from "~/ops/lib/queue-texts";
import type { JobDetail } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { koreanTime } from "~/shared/lib/korea";
import { Badge, type Tint } from "~/shared/ui/badge";

const OUTCOMES: Record<string, { tint: Tint; text: "failed" | "succeeded" | "canceled" | "underWay" }> = {
	failed: { tint: "danger", text: "failed" },
	succeeded: { tint: "success", text: "succeeded" },
	canceled: { tint: "quiet", text: "canceled" },
	running: { tint: "mint", text: "underWay" },
};

function Outcome({ outcome }: { outcome: string }) {
	const { t } = useTranslation("opsQueues");
	const known = OUTCOMES[outcome];
	return <Badge tint={known?.tint ?? "quiet"}>{known ? t(`job.${known.text}`) : outcome}</Badge>;
}

/**
 * Each attempt with its outcome; for a failure, the whole error chain. Attempts are numbered by their place in the
 * list, because the job's own numbers start again at 1 after an operator's retry.
 */
export function JobAttempts({ attempts }: { attempts: JobDetail["attempts"] }) {
	const { t } = useTranslation("opsQueues");
	return (
		<Panel title={t("job.attemptList")}>
			{attempts.length === 0 ? <p className="text-ink-600">{t("job.noAttempts")}</p> : null}
			<ol className="flex flex-col divide-y divide-line">
				{attempts.map((each, place) => (
					<li key={each.startedAt} className="py-2.5">
						<p className="flex flex-wrap items-center gap-x-2">
							<span className="font-bold">{t("job.attempt", { n: place + 1 })}</span>
							<Outcome outcome={each.outcome} />
							<time dateTime={each.startedAt} className="number ml-auto text-meta text-ink-600">
								{koreanTime(each.startedAt)}
							</time>
						</p>
						{each.errors.length > 0 ? (
							<ul className="mt-1.5 rounded-control bg-danger-tint px-3 py-2 text-[13px] text-danger">
								{each.errors.map((error) => (
									<li key={error} className="not-first:pl-3">
										{error}
									</li>
								))}
							</ul>
						) : null}
						{each.worker ? <p className="mt-1 text-meta text-ink-600">{each.worker}</p> : null}
					</li>
				))}
			</ol>
		</Panel>
	);
}

/** The events of a job, in order. */
export function JobEvents({ events }: { events: JobDetail["events"] }) {
	const { t } = useTranslation("opsQueues");
	return (
		<Panel title={t("job.events")}>
			<ol className="flex flex-col gap-2 border-l-2 border-line pl-4">
				{events.map((each) => (
					<li key={`${each.at} ${each.event} ${each.attempt}`}>
						<p className="flex flex-wrap items-baseline gap-x-2">
							<span className="font-semibold">{eventText(each.event)}</span>
							<time dateTime={each.at} className="number ml-auto text-meta text-ink-600">
								{koreanTime(each.at)}
							</time>
						</p>
						{each.detail ? <p className="text-meta text-ink-600">{each.detail}</p> : null}
					</li>
				))}
			</ol>
		</Panel>
	);
}
