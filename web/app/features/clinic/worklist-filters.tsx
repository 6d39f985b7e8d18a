import { useTranslation } from "react-i18next";
import { stateOf } from "~/lib/tci/application";
import { DaysFilter } from "./days-filter";
import { SearchBox } from "./search-box";
import type { Filters } from "./worklist-query";

const STATUSES = [0, 1, 2, -1] as const;

interface Props {
	filters: Filters;
	onFilters: (filters: Filters) => void;
}

/** Search, status, unread only, and days. */
export function WorklistFilters({ filters, onFilters }: Props) {
	const { t } = useTranslation("clinic");
	return (
		<div className="mt-2 flex flex-col gap-2">
			<SearchBox
				label={t("filter.search")}
				placeholder={t("filter.hint")}
				defaultValue={filters.q}
				onSearch={(q) => onFilters({ ...filters, q })}
			/>
			<div className="flex items-center gap-2">
				<label className="min-w-0 flex-1">
					<span className="sr-only">{t("filter.status")}</span>
					<select
						value={filters.status === null ? "all" : String(filters.status)}
						onChange={({ target: { value } }) =>
							onFilters({ ...filters, status: value === "all" ? null : Number(value) })
						}
						className="h-11 w-full rounded-control border border-field bg-white px-2.5 text-[14px]"
					>
						<option value="all">{t("filter.all")}</option>
						{STATUSES.map((status) => (
							<option key={status} value={status}>
								{t(`application.${stateOf(status)}`, { ns: "tongue" })}
							</option>
						))}
					</select>
				</label>
				<label className="flex min-h-11 cursor-pointer items-center gap-2 text-[14px] whitespace-nowrap">
					<input
						type="checkbox"
						checked={filters.unread}
						onChange={({ target: { checked } }) => onFilters({ ...filters, unread: checked })}
						className="size-4.5 accent-green-700"
					/>
					{t("filter.unread")}
				</label>
			</div>
			<DaysFilter
				label={t("filter.days")}
				startAt={filters.startAt}
				endAt={filters.endAt}
				onDays={(days) => onFilters({ ...filters, ...days })}
			/>
		</div>
	);
}
