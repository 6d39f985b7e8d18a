import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import { subjectText } from "~/ops/lib/subject-text";
import { useAddressFilters } from "~/ops/lib/use-address-filters";
import type { AuditRow } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { FilterSelect } from "~/ops/ui/filter-select";
import { MoreButton } from "~/ops/ui/more-button";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { problemText } from "~/shared/api/problem-text";
import { parseId } from "~/shared/lib/format";
import { koreanTime } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { DateField } from "~/shared/ui/date-field";
import { Notice } from "~/shared/ui/notice";
import { auditActionText } from "./audit-text";
import { useAudit, useCheckAudit } from "./queries";

const FILTERS = ["action", "operatorId", "from", "to"] as const;

/** What each operator did and why. The entries are tamper-evident. */
export function AuditPage() {
	const { t } = useTranslation("opsRecords");
	const { t: tOps } = useTranslation("ops");
	const [filters, setFilters] = useAddressFilters(FILTERS);
	const operatorId = parseId(filters.operatorId);
	const audit = useAudit({
		...(filters.action ? { action: filters.action } : {}),
		...(filters.from ? { from: filters.from } : {}),
		...(filters.to ? { to: filters.to } : {}),
		...(operatorId === null ? {} : { operatorId }),
	});
	const columns = useColumns((id) => setFilters({ operatorId: String(id) }));
	const actions = audit.data?.pages[0]?.actions ?? [];
	return (
		<OpsPage title={t("audit.title")} text={t("audit.text")} actions={<ChainCheck />}>
			<div className="flex flex-wrap items-end gap-3">
				<FilterSelect
					label={t("audit.action")}
					all={tOps("all")}
					value={filters.action}
					choices={actions.map((each) => [each, auditActionText(each)] as const)}
					onChange={(action) => setFilters({ action })}
				/>
				<div className="grid flex-1 basis-72 grid-cols-2 gap-3">
					<DateField
						label={t("access.from")}
						value={filters.from}
						onChange={(from) => setFilters({ from })}
					/>
					<DateField label={t("access.to")} value={filters.to} onChange={(to) => setFilters({ to })} />
				</div>
				{operatorId === null ? null : (
					<Button tone="quiet" onPress={() => setFilters({ operatorId: "" })}>
						{t("audit.everybody")}
					</Button>
				)}
			</div>
			<QueryState query={audit}>
				{({ pages }) => (
					<DataTable
						label={t("audit.list")}
						columns={columns}
						rows={pages.flatMap((page) => page.items)}
						rowKey={({ seq }) => seq}
						isBusy={audit.isPlaceholderData}
						empty={t("audit.empty")}
					/>
				)}
			</QueryState>
			<MoreButton list={audit} />
		</OpsPage>
	);
}

function useColumns(onOperator: (id: number) => void): Column<AuditRow>[] {
	const { t } = useTranslation("opsRecords");
	return [
		{
			key: "at",
			head: t("access.at"),
			isHead: true,
			cell: ({ at }) => <span className="number whitespace-nowrap">{koreanTime(at)}</span>,
		},
		{
			key: "who",
			head: t("audit.who"),
			cell: ({ operatorId, name, loginId, clientAddress }) => (
				<span className="inline-block">
					{operatorId === null ? (
						(name ?? loginId ?? t("command"))
					) : (
						<button
							type="button"
							title={t("audit.only", { name: name ?? loginId })}
							onClick={() => onOperator(operatorId)}
							className="min-h-6 text-left font-semibold text-green-700 underline underline-offset-2"
						>
							{name ?? loginId}
						</button>
					)}
					<span className="block text-meta text-ink-600">
						{[name ? loginId : null, clientAddress].filter(Boolean).join(" · ")}
					</span>
				</span>
			),
		},
		{
			key: "action",
			head: t("audit.action"),
			cell: ({ action }) => <span className="inline-block md:min-w-24">{auditActionText(action)}</span>,
		},
		{
			key: "subject",
			head: t("audit.subject"),
			isWide: true,
			// addresses and keys without a space would widen the table
			cell: ({ subject }) => subject && <span className="wrap-anywhere">{subjectText(subject)}</span>,
		},
		{ key: "reason", head: t("audit.reason"), isWide: true, cell: ({ reason }) => reason },
		{ key: "tenant", head: t("tenant"), cell: ({ tenant }) => tenant },
	];
}

function ChainCheck() {
	const { t } = useTranslation("opsRecords");
	const check = useCheckAudit();
	return (
		<div className="flex max-w-[360px] flex-col gap-2">
			<Button tone="secondary" isPending={check.isPending} onPress={() => check.mutate()}>
				{t("audit.check")}
			</Button>
			{check.error ? <Notice tone="danger">{problemText(check.error)}</Notice> : null}
			{check.data ? (
				<Notice tone={check.data.ok ? "info" : "danger"}>
					{check.data.ok
						? t("audit.sound", { count: check.data.rows, n: formatCount(check.data.rows) })
						: t("audit.broken", { row: check.data.brokenAt ?? 0 })}
				</Notice>
			) : null}
		</div>
	);
}
