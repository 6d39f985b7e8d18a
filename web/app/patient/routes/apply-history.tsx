import { useTranslation } from "react-i18next";
import { href, Link, useSearchParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tci.json";
import tongue from "~/locales/ko/tongue.json";
import { HistoryList } from "~/patient/features/tci/history-list";
import { type Range, useApplications } from "~/patient/features/tci/queries";
import { rangeOf, type Shortcut } from "~/patient/features/tci/range";
import { RangePicker } from "~/patient/features/tci/range-picker";
import { usePersonInAddress, withPerson } from "~/patient/lib/people";
import { FamilySwitch } from "~/patient/ui/person-switch";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("tci", ko);
bundleKo("tongue", tongue);

export const handle: RouteHandle = { back: "/", title: "applications" };

export default function ApplyHistory() {
	const { t } = useTranslation("tci");
	const [query, setQuery] = useSearchParams();
	const { shortcut, range } = rangeOf(query, new Date());
	const [personId] = usePersonInAddress();
	const choose = (next: Shortcut, days?: Range) =>
		setQuery(
			{ range: next, ...days, ...(personId === null ? {} : { personId: String(personId) }) },
			{ replace: true, preventScrollReset: true },
		);
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("history.title")}</h1>
			<FamilySwitch label="switch" />
			<RangePicker
				shortcut={shortcut}
				range={range}
				onShortcut={(next) => choose(next)}
				onDays={(days) => choose("custom", days)}
			/>
			<ApplicationList range={range} personId={personId} />
			<Link to={withPerson(href("/apply-tci"), personId)} className={buttonStyle("primary", "mt-2 w-full")}>
				{t("history.new")}
			</Link>
			<Link to={href("/link")} className={buttonStyle("quiet", "w-full")}>
				{t("history.link")}
			</Link>
		</div>
	);
}

function ApplicationList({ range, personId }: { range: Range; personId: number | null }) {
	const { t } = useTranslation("tci");
	const list = useApplications(range, personId);
	const found = list.data?.pages.flatMap((page) => page.clinics);
	if (list.error && !found) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
	if (!found) {
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
				{t("history.found", { count: found.length })}
			</p>
			{found.length === 0 ? (
				<div className="rounded-card bg-quiet px-5 py-12 text-center">
					<p className="font-bold">{t("history.empty")}</p>
					<p className="mt-1 text-ink-600">{t("history.emptyText")}</p>
				</div>
			) : (
				<HistoryList applications={found} />
			)}
			<NextPageButton list={list}>{t("history.more")}</NextPageButton>
		</>
	);
}
