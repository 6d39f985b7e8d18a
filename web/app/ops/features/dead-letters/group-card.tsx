import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useNavigate } from "react-router";
import { useStartBulk } from "~/ops/lib/bulk-query";
import { formatCount } from "~/ops/lib/durations";
import { searchOfFilter } from "~/ops/lib/job-filter";
import { jobsText, queueText } from "~/ops/lib/queue-texts";
import { useMay } from "~/ops/session/operator-session";
import type { DeadGroup } from "~/ops/types";
import { JobKind } from "~/ops/ui/job-kind";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { koreanMinute } from "~/shared/lib/korea";
import { buttonStyle } from "~/shared/ui/button-style";

const LINK = "inline-flex min-h-11 items-center font-semibold text-green-700 underline underline-offset-2";

type Action = "retry" | "delete";

/** Dead jobs with the same error, and the actions on all of them. */
export function GroupCard({ group }: { group: DeadGroup }) {
	const { t } = useTranslation("opsQueues");
	const navigate = useNavigate();
	const start = useStartBulk();
	const mayChange = useMay("change_jobs");
	const [confirming, setConfirming] = useState<Action | null>(null);
	const { kind, queue, error, count } = group;
	const filter = { queue, kind, error, state: "dead" };
	const amount = jobsText(t, count);
	const send = (reason: string) =>
		start
			.mutateAsync({ action: confirming ?? "retry", filter, reason })
			.then(() => navigate(href("/ops/bulk")));
	return (
		<article className="card flex flex-col gap-3 p-4 sm:p-5">
			<div className="flex flex-wrap items-start gap-x-5 gap-y-2">
				<p className="number text-[28px] leading-none font-extrabold text-danger">{formatCount(count)}</p>
				<div className="min-w-0 flex-1 basis-64">
					<h2 className="text-[16px]">
						<JobKind kind={kind} />
					</h2>
					<p className="mt-1 rounded-control bg-danger-tint px-3 py-2 text-[14px] text-danger">{error}</p>
				</div>
			</div>
			<p className="number text-meta text-ink-600">
				{queueText(queue)} ·{" "}
				{t("dead.span", { first: koreanMinute(group.first), last: koreanMinute(group.last) })}
			</p>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<Link data-row to={{ pathname: href("/ops/jobs"), search: searchOfFilter(filter) }} className={LINK}>
					{t("dead.show")}
				</Link>
				<Link to={href("/ops/jobs/:id", { id: String(group.sampleId) })} className={LINK}>
					{t("dead.sample", { id: group.sampleId })}
				</Link>
				{mayChange ? <GroupActions onAction={setConfirming} /> : null}
			</div>
			{confirming ? (
				<ReasonDialog
					title={t(`bulk.ask.${confirming}`, { amount })}
					text={t(`bulk.text.${confirming}`)}
					submit={t(`action.${confirming}`)}
					isDestructive={confirming === "delete"}
					onReason={send}
					onClose={() => setConfirming(null)}
				/>
			) : null}
		</article>
	);
}

function GroupActions({ onAction }: { onAction: (action: Action) => void }) {
	const { t } = useTranslation("opsQueues");
	return (
		<div className="ml-auto flex gap-2">
			<button type="button" onClick={() => onAction("retry")} className={buttonStyle("primary", "", "tight")}>
				{t("dead.retryAll")}
			</button>
			<button type="button" onClick={() => onAction("delete")} className={buttonStyle("danger", "", "tight")}>
				{t("action.delete")}
			</button>
		</div>
	);
}
