import { useTranslation } from "react-i18next";
import { type Filters, QUICK_FILTERS, VIEWS } from "~/clinic/lib/worklist-filters";
import { useWorkCounts } from "~/clinic/lib/worklist-query";
import { DaysFilter } from "~/clinic/ui/days-filter";
import { stateOf } from "~/domain/tci/application";
import { SearchBox } from "~/shared/ui/search-box";
import { SegmentedControl } from "~/shared/ui/segmented-control";

const STATUSES = [0, 1, 2, -1] as const;

interface Props {
	filters: Filters;
	onFilters: (filters: Filters) => void;
}

/** The views to do, today and all, with filters by name, status and days, or for own and unread applications. */
export function WorklistFilters({ filters, onFilters }: Props) {
	const { t } = useTranslation("clinic");
	const counts = useWorkCounts();
	const { view } = filters;
	const numbers = { todo: counts?.toDo, today: counts?.today, all: undefined };
	const viewText = (each: Filters["view"]) => (
		<>
			{t(`filter.views.${each}`)} <span className="number text-green-700">{numbers[each] ?? ""}</span>
		</>
	);
	return (
		<div className="mt-2 flex flex-col gap-2">
			<SegmentedControl
				label={t("filter.view")}
				choices={VIEWS.map((each) => [each, viewText(each)] as const)}
				value={view}
				onChange={(next) => onFilters({ ...filters, view: next })}
				row="grid grid-cols-3"
			/>
			<SearchBox
				label={t("filter.search")}
				placeholder={t("filter.hint")}
				defaultValue={filters.q}
				onSearch={(q) => onFilters({ ...filters, q })}
			/>
			{view === "todo" ? (
				<fieldset className="flex gap-2">
					<legend className="sr-only">{t("filter.only")}</legend>
					{QUICK_FILTERS.map((each) => (
						<button
							key={each}
							type="button"
							aria-pressed={filters.only === each}
							onClick={() => onFilters({ ...filters, only: filters.only === each ? null : each })}
							className="min-h-11 flex-1 rounded-full border border-line px-3 text-[14px] font-semibold hover:bg-mint-50 aria-pressed:border-green-700 aria-pressed:bg-mint-100 aria-pressed:font-bold aria-pressed:text-green-700"
						>
							{t(`filter.onlyOf.${each}`)} <span className="number">{counts?.[each] ?? ""}</span>
						</button>
					))}
				</fieldset>
			) : (
				<StatusFilter filters={filters} onFilters={onFilters} />
			)}
			{view === "all" ? (
				<DaysFilter
					label={t("filter.days")}
					startAt={filters.startAt}
					endAt={filters.endAt}
					onDays={(days) => onFilters({ ...filters, ...days })}
				/>
			) : null}
		</div>
	);
}

function StatusFilter({ filters, onFilters }: Props) {
	const { t } = useTranslation("clinic");
	return (
		<label>
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
	);
}
