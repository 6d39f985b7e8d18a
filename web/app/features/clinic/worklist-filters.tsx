import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { stateOf } from "~/lib/tci/application";
import { DateField } from "~/ui/date-field";
import { SearchField } from "~/ui/search-field";
import type { Filters } from "./worklist-query";

const TYPING_MS = 250;
const MOST_LETTERS = 100;
const STATUSES = [0, 1, 2, -1] as const;

interface Props {
	filters: Filters;
	onFilters: (filters: Filters) => void;
}

/** Search, status, unread only, and days. */
export function WorklistFilters({ filters, onFilters }: Props) {
	const { t } = useTranslation("clinic");
	const [typed, setTyped] = useState(filters.q);
	const latest = useRef({ filters, onFilters });
	latest.current = { filters, onFilters };
	useEffect(() => {
		const timer = setTimeout(() => {
			const q = typed.trim().slice(0, MOST_LETTERS);
			const { filters: now, onFilters: tell } = latest.current;
			if (q !== now.q) tell({ ...now, q });
		}, TYPING_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	return (
		<div className="mt-2 flex flex-col gap-2">
			<SearchField
				label={t("filter.search")}
				isLabelHidden
				placeholder={t("filter.hint")}
				defaultValue={filters.q}
				onChange={setTyped}
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
			<details>
				<summary className="inline-flex min-h-8 items-center rounded-control text-meta font-semibold text-ink-600">
					{t("filter.days")}
				</summary>
				<div className="mt-1 grid grid-cols-2 gap-2">
					<DateField
						label={t("filter.start")}
						value={filters.startAt}
						max={filters.endAt || undefined}
						onChange={(startAt) => onFilters({ ...filters, startAt })}
					/>
					<DateField
						label={t("filter.end")}
						value={filters.endAt}
						min={filters.startAt || undefined}
						onChange={(endAt) => onFilters({ ...filters, endAt })}
					/>
				</div>
			</details>
		</div>
	);
}
