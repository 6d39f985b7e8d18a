import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AccessLogEntry } from "~/lib/api/types";
import { koreanTime } from "~/lib/korea";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";
import { actionText } from "./action-text";
import { type LogFilters, useAccessLog } from "./log-query";

/** How many persons a row names; the others are counted. */
const NAMED = 3;

/** Rows of the log, newest first: who did what, when, with whose data, from where. */
export function LogList({ filters, empty }: { filters: LogFilters; empty: string }) {
	const { t } = useTranslation("accessLog");
	const list = useAccessLog(filters);
	const entries = list.data?.pages.flatMap((page) => page.entries);
	return (
		<>
			{list.error && !entries ? <LoadProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			<p role="status" className="sr-only">
				{entries ? t("found", { n: entries.length }) : ""}
			</p>
			{entries?.length === 0 ? (
				<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{empty}</p>
			) : null}
			{entries?.length ? (
				<ul
					aria-label={t("list")}
					className={`card divide-y divide-line p-0 ${list.isPlaceholderData ? "opacity-60" : ""}`}
				>
					{entries.map((entry) => (
						<li key={entry.id} className="px-4 py-3">
							<Row entry={entry} />
						</li>
					))}
				</ul>
			) : null}
			{list.hasNextPage ? (
				<Button
					tone="secondary"
					className="print:hidden"
					isPending={list.isFetchingNextPage}
					onPress={() => void list.fetchNextPage()}
				>
					{t("more")}
				</Button>
			) : null}
		</>
	);
}

function Row({ entry }: { entry: AccessLogEntry }) {
	const { t } = useTranslation("accessLog");
	return (
		<>
			<p className="flex flex-wrap items-baseline gap-x-2">
				<span className="font-bold">{entry.staff?.name ?? t("patient")}</span>
				<span className={entry.action === "sign_in_failed" ? "font-semibold text-danger" : ""}>
					{actionText(t, entry.action)}
				</span>
				<time dateTime={entry.at} className="number ml-auto text-meta text-ink-600">
					{koreanTime(entry.at)}
				</time>
			</p>
			<Whose entry={entry} />
			{entry.reason === null ? null : <p className="mt-0.5">{t("reason", { reason: entry.reason })}</p>}
			<p className="number mt-0.5 text-meta text-ink-600">
				{[entry.staff?.loginId, entry.address].filter(Boolean).join(" · ")}
			</p>
		</>
	);
}

/** Whose data: a link to the record where there is one, else as many names as fit. */
function Whose({ entry: { applications, insurances } }: { entry: AccessLogEntry }) {
	const { t } = useTranslation("accessLog");
	const all = [
		...applications.map((each) => ({ ...each, type: "application" as const })),
		...insurances.map((each) => ({ ...each, type: "claim" as const })),
	];
	const [only, second] = all;
	if (!only) return null;
	const nameOf = (name: string | null) => name ?? t("erased");
	if (!second) {
		const to = only.type === "claim" ? pathTo("clinicClaim", only.id) : pathTo("clinicApplication", only.id);
		return (
			<p>
				<Link
					to={to}
					className="inline-flex min-h-6 items-center font-semibold text-green-700 underline underline-offset-2"
				>
					{t(`whose.${only.type}`, { name: nameOf(only.name) })}
				</Link>
			</p>
		);
	}
	const names = [...new Set(all.map(({ name }) => nameOf(name)))];
	const shown = names.slice(0, NAMED).join(", ");
	const others = names.length - NAMED;
	return (
		<p className="text-ink-600">
			{others > 0 ? t("whose.more", { names: shown, n: others }) : t("whose.all", { names: shown })}
		</p>
	);
}
