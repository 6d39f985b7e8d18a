import { useTranslation } from "react-i18next";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { useStaffList } from "~/clinic/lib/staff-query";
import { DaysFilter } from "~/clinic/ui/days-filter";
import { SearchBox } from "~/shared/ui/search-box";
import { useLogFilters } from "./log-filters";
import { LogList } from "./log-list";
import { KINDS, type LogFilters, useAccessLog } from "./log-query";
import { Sections } from "./sections";

const SELECT = "h-11 w-full min-w-0 rounded-control border border-field bg-white px-2.5 text-[14px]";

/** The access log: which staff member viewed or changed whose data. */
export function LogPage() {
	const { t } = useTranslation("accessLog");
	const { filters, setFilters, fieldKey } = useLogFilters();
	const list = useAccessLog(filters);
	return (
		<ConsolePage title={t("page")} text={t("text")}>
			<Sections />
			<Filters key={fieldKey} filters={filters} onFilters={setFilters} />
			<LogList list={list} empty={t("empty")} />
		</ConsolePage>
	);
}

function Filters({
	filters,
	onFilters,
}: {
	filters: LogFilters;
	onFilters: (change: Partial<LogFilters>) => void;
}) {
	const { t } = useTranslation("accessLog");
	const staff = useStaffList();
	return (
		<div className="flex flex-col gap-2">
			<SearchBox
				label={t("filter.search")}
				placeholder={t("filter.search")}
				defaultValue={filters.q}
				onSearch={(q) => onFilters({ q })}
			/>
			<div className="grid grid-cols-2 gap-2">
				<label className="min-w-0">
					<span className="sr-only">{t("filter.staff")}</span>
					<select
						value={filters.staffId ?? ""}
						onChange={({ target: { value } }) => onFilters({ staffId: value ? Number(value) : null })}
						className={SELECT}
					>
						<option value="">{t("filter.everybody")}</option>
						{staff.data?.staff.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
				</label>
				<label className="min-w-0">
					<span className="sr-only">{t("filter.kind")}</span>
					<select
						value={filters.kind}
						onChange={({ target: { value } }) =>
							onFilters({ kind: KINDS.find((kind) => kind === value) ?? "" })
						}
						className={SELECT}
					>
						<option value="">{t("filter.all")}</option>
						{KINDS.map((kind) => (
							<option key={kind} value={kind}>
								{t(`kind.${kind}`)}
							</option>
						))}
					</select>
				</label>
			</div>
			<DaysFilter
				label={t("filter.days")}
				startAt={filters.startAt}
				endAt={filters.endAt}
				onDays={onFilters}
			/>
		</div>
	);
}
