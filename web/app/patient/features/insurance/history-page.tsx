import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { usePersonInAddress } from "~/patient/lib/people";
import { FamilySwitch } from "~/patient/ui/person-switch";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { SegmentedRadioGroup } from "~/shared/ui/segmented-radio-group";
import { Skeleton } from "~/shared/ui/skeleton";
import { FILTERS, isShown, useFilter } from "./history-filter";
import { HistoryList } from "./history-list";
import { useClaims } from "./queries";

export function HistoryPage() {
	const { t } = useTranslation("insurance");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("history.title")}</h1>
			<FamilySwitch label="switch" all />
			<ClaimList />
			<Link to={href("/apply-insurance")} className={buttonStyle("primary", "mt-2 w-full")}>
				{t("history.new")}
			</Link>
		</div>
	);
}

function ClaimList() {
	const { t } = useTranslation("insurance");
	const [personId] = usePersonInAddress();
	const list = useClaims(personId);
	const [filter, choose] = useFilter();
	const all = list.data?.pages.flatMap((page) => page.insuranceClaims);
	const claims = all?.filter((claim) => isShown(claim, filter));
	// What the filter shows can be on a later page.
	const isSearching = claims?.length === 0 && list.hasNextPage && !list.isFetchNextPageError;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each loaded page
	useEffect(() => {
		if (isSearching && !list.isFetchingNextPage) void list.fetchNextPage();
	}, [isSearching, list.isFetchingNextPage, all?.length]);
	if (list.error && !all) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
	if (!all || !claims) return <ListSkeleton />;
	return (
		<>
			{all.length > 1 ? (
				<SegmentedRadioGroup
					label={<span className="sr-only">{t("history.filter.label")}</span>}
					choices={FILTERS.map((each) => [each, t(`history.filter.${each}`)] as const)}
					value={filter}
					onChange={choose}
					row="grid grid-cols-4 gap-1 rounded-control bg-quiet p-1"
					choice="min-h-12 rounded-[9px] px-1 text-center selected:bg-white selected:shadow-sm"
				/>
			) : null}
			<p role="status" className="sr-only">
				{t("history.found", { count: claims.length })}
			</p>
			{isSearching ? <ListSkeleton /> : null}
			{claims.length === 0 && all.length > 0 && !list.hasNextPage ? (
				<p className="rounded-card bg-quiet px-5 py-8 text-center text-ink-600">{t("history.filter.none")}</p>
			) : null}
			{all.length === 0 ? (
				<div className="rounded-card bg-quiet px-5 py-12 text-center">
					<p className="font-bold">{t("history.empty")}</p>
					<p className="mt-1 text-ink-600">{t("history.emptyText")}</p>
				</div>
			) : (
				<HistoryList claims={claims} />
			)}
			{isSearching ? null : <NextPageButton list={list}>{t("history.more")}</NextPageButton>}
		</>
	);
}

function ListSkeleton() {
	return (
		<div aria-busy="true" className="flex flex-col gap-2.5">
			<Skeleton className="h-28 rounded-[18px]" />
			<Skeleton className="h-28 rounded-[18px]" />
		</div>
	);
}
