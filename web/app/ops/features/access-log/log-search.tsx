import { useTranslation } from "react-i18next";
import type { AccessRow } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { MoreButton } from "~/ops/ui/more-button";
import { QueryState } from "~/ops/ui/query-state";
import { koreanTime } from "~/shared/lib/korea";
import { accessActionText } from "./action-text";
import { useAccessLog } from "./queries";
import { reasonText } from "./reason-text";
import { SearchForm } from "./search-form";
import { useAccessSearch } from "./use-access-search";

/** Searches the logs of all tenants. */
export function LogSearch() {
	const { t } = useTranslation("opsRecords");
	const { search, setSearch, fieldKey } = useAccessSearch();
	const log = useAccessLog(search);
	const columns: Column<AccessRow>[] = [
		{
			key: "at",
			head: t("access.at"),
			isHead: true,
			cell: ({ at }) => <span className="number whitespace-nowrap">{koreanTime(at)}</span>,
		},
		{ key: "tenant", head: t("tenant"), cell: ({ tenant }) => tenant },
		{ key: "who", head: t("access.who"), cell: whoOf },
		{
			key: "action",
			head: t("access.action"),
			cell: ({ action }) => (
				<span className="inline-block first-letter:uppercase">{accessActionText(action)}</span>
			),
		},
		{ key: "whose", head: t("access.whose"), isWide: true, cell: (row) => <Subject row={row} /> },
		{
			key: "address",
			head: t("access.address"),
			cell: ({ clientAddress }) => <span className="number">{clientAddress}</span>,
		},
	];
	return (
		<>
			<SearchForm
				key={fieldKey}
				search={search}
				actions={log.data?.pages[0]?.actions ?? []}
				onSearch={setSearch}
			/>
			<QueryState query={log}>
				{({ pages }) => (
					<DataTable
						label={t("access.list")}
						columns={columns}
						rows={pages.flatMap((page) => page.items)}
						rowKey={({ tenantId, seq }) => `${tenantId} ${seq}`}
						isBusy={log.isPlaceholderData}
						empty={t("access.empty")}
					/>
				)}
			</QueryState>
			<MoreButton list={log} />
		</>
	);
}

function whoOf({ staffName, loginId, institution }: AccessRow) {
	return (
		<span className="inline-block">
			{staffName ?? loginId ?? "–"}
			<span className="block text-meta text-ink-600">
				{[staffName ? loginId : null, institution].filter(Boolean).join(" · ")}
			</span>
		</span>
	);
}

function Subject({ row }: { row: AccessRow }) {
	const { t } = useTranslation("opsRecords");
	const names = row.patients.map(({ id, name }) => name ?? t("access.erased", { id })).join(", ");
	const others = row.patientCount - row.patients.length;
	return (
		<span className="inline-block">
			{names}
			{others > 0 ? ` ${t("access.others", { n: others })}` : null}
			{row.reason ? (
				<span className="block text-meta text-ink-600">
					{t("access.reason", { reason: reasonText(row.reason) })}
				</span>
			) : null}
		</span>
	);
}
