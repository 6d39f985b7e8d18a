import { useTranslation } from "react-i18next";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { Skeleton } from "~/shared/ui/skeleton";
import { FindingCard } from "./finding-card";
import { useFindings } from "./findings-query";
import { Settlements } from "./settlements";

/** The clinic's payment discrepancies below a summary, and its settlements. */
export function FindingsPage() {
	const { t } = useTranslation("payments");
	const list = useFindings();
	const open = list.data?.pages[0]?.open;
	const findings = list.data?.pages.flatMap((page) => page.findings);
	return (
		<ConsolePage title={t("page")} text={t("text")}>
			{list.error && !findings ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			<div role="status">
				{open === undefined ? null : (
					<div
						className={`rounded-card px-5 py-6 text-center ${open > 0 ? "bg-warning-tint" : "bg-mint-50"}`}
					>
						<p className="text-header">{open > 0 ? t("open", { count: open }) : t("allRight")}</p>
						<p className="mt-1 text-ink-600">{t(open > 0 ? "openText" : "allRightText")}</p>
					</div>
				)}
			</div>
			{findings?.length ? (
				<ul aria-label={t("list")} className="flex flex-col gap-2.5">
					{findings.map((finding) => (
						<li key={finding.id}>
							<FindingCard finding={finding} />
						</li>
					))}
				</ul>
			) : null}
			<NextPageButton list={list}>{t("more")}</NextPageButton>
			<Settlements />
		</ConsolePage>
	);
}
