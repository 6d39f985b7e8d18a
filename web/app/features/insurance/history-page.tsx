import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePersonInAddress } from "~/lib/people";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { buttonStyle } from "~/ui/button-style";
import { LoadProblem } from "~/ui/load-problem";
import { FamilySwitch } from "~/ui/person-switch";
import { Skeleton } from "~/ui/skeleton";
import { HistoryList } from "./history-list";
import { useClaims } from "./queries";

export function HistoryPage() {
	const { t } = useTranslation("insurance");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("history.title")}</h1>
			<FamilySwitch label="switch" all />
			<Found />
			<Link to={pathTo("applyInsurance")} className={buttonStyle("primary", "mt-2 w-full")}>
				{t("history.new")}
			</Link>
		</div>
	);
}

function Found() {
	const { t } = useTranslation("insurance");
	const [personId] = usePersonInAddress();
	const list = useClaims(personId);
	const claims = list.data?.pages.flatMap((page) => page.insuranceClaims);
	if (list.error && !claims) return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />;
	if (!claims) {
		return (
			<div aria-busy="true" className="flex flex-col gap-2.5">
				<Skeleton className="h-28 rounded-[18px]" />
				<Skeleton className="h-28 rounded-[18px]" />
			</div>
		);
	}
	return (
		<>
			<p role="status" className="sr-only">
				{t("history.found", { n: claims.length })}
			</p>
			{claims.length === 0 ? (
				<div className="rounded-card bg-quiet px-5 py-12 text-center">
					<p className="font-bold">{t("history.empty")}</p>
					<p className="mt-1 text-ink-600">{t("history.emptyText")}</p>
				</div>
			) : (
				<HistoryList claims={claims} />
			)}
			{list.hasNextPage ? (
				<Button
					tone="secondary"
					isPending={list.isFetchingNextPage}
					onPress={() => void list.fetchNextPage()}
				>
					{t("history.more")}
				</Button>
			) : null}
		</>
	);
}
