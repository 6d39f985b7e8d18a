import { useTranslation } from "react-i18next";
import type { FilterTexts } from "~/ops/lib/job-filter";
import { KINDS, kindText, QUEUES, queueText, STATES, stateText } from "~/ops/lib/queue-texts";
import { FilterSelect } from "~/ops/ui/filter-select";
import { TenantSelect } from "~/ops/ui/tenant-select";
import { parseId } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { SearchBox } from "~/shared/ui/search-box";

interface Props {
	filters: FilterTexts;
	onFilters: (change: Partial<FilterTexts>) => void;
}

/** A search by id, and the filters of the list. */
export function JobFilters({ filters, onFilters }: Props) {
	const { t } = useTranslation("opsQueues");
	const { t: tOps } = useTranslation("ops");
	return (
		<div className="flex flex-col gap-3">
			<SearchBox
				label={t("filter.search")}
				placeholder={t("filter.hint")}
				defaultValue={filters.q}
				onSearch={(q) => onFilters({ q })}
			/>
			<div className="flex flex-wrap gap-3">
				<FilterSelect
					label={t("filter.state")}
					all={tOps("all")}
					value={filters.state}
					choices={STATES.map((each) => [each, stateText(each)] as const)}
					onChange={(state) => onFilters({ state })}
				/>
				<FilterSelect
					label={t("filter.queue")}
					all={tOps("all")}
					value={filters.queue}
					choices={QUEUES.map((each) => [each, queueText(each)] as const)}
					onChange={(queue) => onFilters({ queue })}
				/>
				<FilterSelect
					label={t("filter.kind")}
					all={tOps("all")}
					value={filters.kind}
					choices={KINDS.map((each) => [each, kindText(each)] as const)}
					onChange={(kind) => onFilters({ kind })}
				/>
				<TenantSelect
					value={parseId(filters.tenantId)}
					onTenant={(id) => onFilters({ tenantId: id === null ? "" : String(id) })}
				/>
			</div>
			{filters.error ? (
				<div className="flex flex-wrap items-center gap-2 rounded-[16px] bg-info-tint px-4 py-2 text-[14px] text-info">
					<p className="min-w-0 flex-1 basis-60">{t("filter.error", { error: filters.error })}</p>
					<Button tone="quiet" onPress={() => onFilters({ error: "" })}>
						{t("filter.clear")}
					</Button>
				</div>
			) : null}
		</div>
	);
}
