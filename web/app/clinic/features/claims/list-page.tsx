import { useTranslation } from "react-i18next";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { claimStateOf } from "~/domain/claim/states";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { SearchBox } from "~/shared/ui/search-box";
import { Skeleton } from "~/shared/ui/skeleton";
import { type ClaimFilters, STATUSES, useClaimFilters } from "./claim-filters";
import { ClaimRow } from "./claim-row";
import { useClinicClaims } from "./claims-query";

export function ListPage() {
	const { t } = useTranslation("claims");
	const { filters, setFilters, fieldKey } = useClaimFilters();
	const list = useClinicClaims(filters);
	const claims = list.data?.pages.flatMap((page) => page.insuranceClaims);
	return (
		<ConsolePage title={t("list.page")} text={t("list.text")}>
			<Filters key={fieldKey} filters={filters} onFilters={setFilters} />
			{list.error && !claims ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			<p role="status" className="sr-only">
				{claims ? t("list.found", { count: claims.length }) : ""}
			</p>
			{claims?.length === 0 ? (
				<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{t("list.empty")}</p>
			) : null}
			<ul aria-label={t("list.label")} aria-busy={list.isPlaceholderData} className="flex flex-col gap-2">
				{claims?.map((claim) => (
					<li key={claim.id}>
						<ClaimRow claim={claim} />
					</li>
				))}
			</ul>
			<NextPageButton list={list}>{t("list.more")}</NextPageButton>
		</ConsolePage>
	);
}

interface FiltersProps {
	filters: ClaimFilters;
	onFilters: (filters: ClaimFilters) => void;
}

/** Search field and status filter. */
function Filters({ filters, onFilters }: FiltersProps) {
	const { t } = useTranslation("claims");
	return (
		<div className="flex flex-wrap gap-2">
			<SearchBox
				label={t("list.search")}
				placeholder={t("list.search")}
				className="min-w-0 flex-1 basis-60"
				defaultValue={filters.q}
				onSearch={(q) => onFilters({ ...filters, q })}
			/>
			<label>
				<span className="sr-only">{t("list.status")}</span>
				<select
					value={filters.status ?? "all"}
					onChange={({ target: { value } }) =>
						onFilters({ ...filters, status: value === "all" ? null : Number(value) })
					}
					className="h-13 rounded-control border border-field bg-white px-3 text-[14px]"
				>
					<option value="all">{t("list.all")}</option>
					{STATUSES.map((status) => (
						<option key={status} value={status}>
							{t(`state.${claimStateOf(status)}`)}
						</option>
					))}
				</select>
			</label>
		</div>
	);
}
