import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { $api } from "~/ops/api";
import { isUnfinished, useCancelBulk } from "~/ops/lib/bulk-query";
import { formatCount } from "~/ops/lib/durations";
import { kindText, queueText, stateText } from "~/ops/lib/queue-texts";
import { useMay } from "~/ops/session/operator-session";
import type { Bulk } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge, type Tint } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";

const TINTS: Record<string, Tint> = { done: "success", canceled: "quiet" };

/** One bulk action with its progress. */
export function BulkCard({ bulk }: { bulk: Bulk }) {
	const { t } = useTranslation("opsQueues");
	const { action, done, failed } = bulk;
	const total = bulk.total ?? 0;
	const mayChange = useMay("change_jobs");
	const cancel = useCancelBulk(bulk.id);
	const [isAsking, setAsking] = useState(false);
	const name = t(`bulk.name.${action as "retry"}`, {
		count: total,
		n: bulk.total === null ? "…" : formatCount(total),
	});
	return (
		<article className="card flex flex-col gap-2.5 p-4 sm:p-5">
			<div className="flex flex-wrap items-center gap-2">
				<h2 className="text-header">{name}</h2>
				<Badge tint={TINTS[bulk.state] ?? "info"}>{t(`bulk.${progressKey(bulk)}`)}</Badge>
				<span className="number ml-auto text-meta text-ink-600">
					{bulk.operator} · {koreanMinute(bulk.createdAt)}
				</span>
			</div>
			<ProgressBar label={name} percent={percentOf(bulk)} />
			<p className="number text-[14px]">
				{t("bulk.progress", {
					done: formatCount(done),
					total: formatCount(total),
					failed: formatCount(failed),
				})}
			</p>
			<p className="text-meta text-ink-600">
				<FilterText filter={bulk.filter} />
				<br />
				{t("bulk.reason", { reason: bulk.reason })}
			</p>
			{mayChange && isUnfinished(bulk.state) ? (
				<Button tone="secondary" className="self-start" onPress={() => setAsking(true)}>
					{t("bulk.cancel")}
				</Button>
			) : null}
			{isAsking ? (
				<ReasonDialog
					title={t("bulk.askCancel")}
					text={t("bulk.askCancelText")}
					submit={t("bulk.cancel")}
					onReason={(reason) => cancel.mutateAsync(reason)}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</article>
	);
}

function ProgressBar({ label, percent }: { label: string; percent: number }) {
	return (
		<div
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={100}
			aria-valuenow={percent}
			className="h-2.5 overflow-hidden rounded-full bg-quiet"
		>
			<div
				className="h-full origin-left rounded-full bg-green-700 transition-transform duration-200"
				style={{ transform: `scaleX(${percent / 100})` }}
			/>
		</div>
	);
}

function progressKey({ state, failed }: Bulk) {
	if (isUnfinished(state)) return "underWay";
	if (state === "canceled") return "stopped";
	return failed > 0 ? "doneWith" : "done";
}

function percentOf({ total, done, failed, finishedAt }: Bulk): number {
	if (total === null || total === 0) return finishedAt === null ? 0 : 100;
	return Math.min(100, Math.round(((done + failed) / total) * 100));
}

/** The jobs that it covers. */
function FilterText({ filter }: { filter: Bulk["filter"] }) {
	const { t } = useTranslation("opsQueues");
	const { queue, state, kind, q, error, ids, tenantId } = filter;
	const isOfTenant = typeof tenantId === "number";
	const { data } = useQuery({ ...$api.queryOptions("get", "/ops/tenants"), enabled: isOfTenant });
	const name = data?.tenants.find(({ id }) => id === tenantId)?.name ?? tenantId;
	const parts = [
		ids && t("bulk.ticked"),
		queue && queueText(queue),
		state && stateText(state),
		kind && kindText(kind),
		isOfTenant && t("bulk.tenant", { name }),
		q,
		error,
	];
	return parts.filter(Boolean).join(" · ") || t("bulk.everything");
}
