import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import type { AccessLogEntry } from "~/shared/api/types";
import { koreanTime } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { actionText } from "./action-text";
import type { LogRows } from "./log-query";

/** Actions that failed. */
const FAILURES = new Set(["sign_in_failed", "second_factor_failed", "access_denied"]);

/** A row names at most this many records and counts the others. */
const MAX_NAMES = 3;

/** Rows of the log, newest first: who did what, when, with whose data, from where. */
export function LogList({ list, empty }: { list: LogRows; empty: string }) {
	const { t } = useTranslation("accessLog");
	const entries = list.data?.pages.flatMap((page) => page.entries);
	return (
		<>
			{list.error && !entries ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			<p role="status" className="sr-only">
				{entries ? t("found", { count: entries.length }) : ""}
			</p>
			{entries?.length === 0 ? (
				<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{empty}</p>
			) : null}
			{entries?.length ? (
				<ul
					aria-label={t("list")}
					aria-busy={list.isPlaceholderData}
					className="card divide-y divide-line p-0"
				>
					{entries.map((entry) => (
						<li key={entry.id} className="px-4 py-3">
							<Row entry={entry} />
						</li>
					))}
				</ul>
			) : null}
			{list.hasNextPage ? (
				<>
					<p className="hidden font-semibold print:block">{t("unprinted")}</p>
					<Button
						tone="secondary"
						className="print:hidden"
						isPending={list.isFetchingNextPage}
						onPress={() => void list.fetchNextPage()}
					>
						{t("more")}
					</Button>
				</>
			) : null}
		</>
	);
}

function Row({ entry }: { entry: AccessLogEntry }) {
	const { t } = useTranslation("accessLog");
	return (
		<>
			<p className="flex flex-wrap items-baseline gap-x-2">
				<span className="font-bold">
					{entry.staff?.name ?? t(entry.actor === "operator" ? "operator" : "patient")}
				</span>
				<span className={FAILURES.has(entry.action) ? "font-semibold text-danger" : ""}>
					{actionText(t, entry.action)}
				</span>
				<time dateTime={entry.at} className="number ml-auto text-meta text-ink-600">
					{koreanTime(entry.at)}
				</time>
			</p>
			<AffectedRecords entry={entry} />
			{entry.reason === null ? null : <p className="mt-0.5">{t("reason", { reason: entry.reason })}</p>}
			<p className="number mt-0.5 text-meta text-ink-600">
				{[entry.staff?.loginId, entry.address].filter(Boolean).join(" · ")}
			</p>
		</>
	);
}

/** Links to the record if the entry has exactly one that still exists. Otherwise names some records and counts the others. */
function AffectedRecords({ entry }: { entry: AccessLogEntry }) {
	const { t } = useTranslation("accessLog");
	const { applications, insurances, applicationCount, insuranceCount } = entry;
	const count = applicationCount + insuranceCount;
	if (count === 0) return null;
	const records = [
		...applications.map(({ id, name }) => ({ name, type: "application" as const, to: applicationOf(id) })),
		...insurances.map(({ id, name }) => ({ name, type: "claim" as const, to: claimOf(id) })),
	];
	const [only] = records;
	if (only && count === 1) {
		if (only.name === null) return <p className="text-ink-600">{t(`whose.erased.${only.type}`)}</p>;
		return (
			<p>
				<Link
					to={only.to}
					className="inline-flex min-h-6 items-center font-semibold text-green-700 underline underline-offset-2"
				>
					{t(`whose.${only.type}`, { name: only.name })}
				</Link>
			</p>
		);
	}
	const names = records.flatMap(({ name }) => name ?? []).slice(0, MAX_NAMES);
	const others = count - names.length;
	const known = { names: names.join(", "), n: others };
	return (
		<p className="text-ink-600">
			{names.length === 0 ? t("whose.unnamed", { count }) : t(others > 0 ? "whose.more" : "whose.all", known)}
		</p>
	);
}

const applicationOf = (id: number) => href("/clinic/applications/:id", { id: String(id) });
const claimOf = (id: number) => href("/clinic/insurances/:id", { id: String(id) });
