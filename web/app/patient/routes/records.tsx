import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useSearchParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/records.json";
import selfCheck from "~/locales/ko/selfCheck.json";
import tongue from "~/locales/ko/tongue.json";
import { ENTRY_KINDS, type Kind } from "~/patient/features/records/entries";
import { EntryRow } from "~/patient/features/records/entry-row";
import { useRecords } from "~/patient/features/records/use-records";
import { TrendChart, trendOf } from "~/patient/features/self-check/trend-chart";
import { usePersonInAddress, withPerson } from "~/patient/lib/people";
import { FamilySwitch } from "~/patient/ui/person-switch";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { RecordsIcon } from "~/shared/ui/place-icons";
import { SegmentedRadioGroup } from "~/shared/ui/segmented-radio-group";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("records", ko);
bundleKo("selfCheck", selfCheck);
bundleKo("tongue", tongue);

const MAX_POINTS = 50;
/** Where a new record of each kind is started. */
const CREATE_PATHS = {
	check: href("/self-check"),
	application: href("/apply-tci"),
	claim: href("/apply-insurance"),
};

export const handle: RouteHandle = { title: "records" };

/** All records of one person. */
export default function Records() {
	const { t } = useTranslation("records");
	const [query, setQuery] = useSearchParams();
	const kind = ENTRY_KINDS.find((each) => each === query.get("kind")) ?? null;
	const choose = (next: Kind | "") =>
		setQuery(
			(before) => {
				const after = new URLSearchParams(before);
				if (next === "") after.delete("kind");
				else after.set("kind", next);
				return after;
			},
			{ replace: true, preventScrollReset: true },
		);
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("title")}</h1>
			<FamilySwitch label="switch" />
			<SegmentedRadioGroup
				label={<span className="sr-only">{t("filter.label")}</span>}
				choices={[
					["", t("filter.all")] as const,
					...ENTRY_KINDS.map((each) => [each, t(`filter.${each}`)] as const),
				]}
				value={kind ?? ""}
				onChange={choose}
				row="grid grid-cols-4 rounded-control bg-quiet p-1"
				choice="min-h-12 rounded-[9px] px-1 text-center font-semibold text-ink-600 selected:bg-white selected:shadow-float"
			/>
			<RecordList kind={kind} />
		</div>
	);
}

function RecordList({ kind }: { kind: Kind | null }) {
	const { t } = useTranslation("records");
	const [personId] = usePersonInAddress();
	const records = useRecords(personId, kind);
	if (records.error) return <ErrorState error={records.error} onRetry={records.refetch} />;
	if (!records.entries) {
		return (
			<div aria-busy="true" className="flex flex-col gap-2.5">
				{[0, 1, 2, 3].map((each) => (
					<Skeleton key={each} className="h-[84px] rounded-[18px]" />
				))}
			</div>
		);
	}
	const start = (
		<Link
			to={withPerson(CREATE_PATHS[kind ?? "check"], personId)}
			className={buttonStyle("primary", "mt-2 w-full")}
		>
			{t(`new.${kind ?? "check"}`)}
		</Link>
	);
	if (records.entries.length === 0) return <NoRecords kind={kind}>{start}</NoRecords>;
	return (
		<>
			{kind === "check" ? <TrendChart points={trendOf(records.checks).slice(-MAX_POINTS)} /> : null}
			<ul aria-label={t("title")} className="flex flex-col gap-2.5">
				{records.entries.map((entry) => (
					<li key={`${entry.kind}-${entry.id}`}>
						<EntryRow entry={entry} />
					</li>
				))}
			</ul>
			{records.hasMore ? (
				<Button tone="secondary" isPending={records.isLoadingMore} onPress={records.loadMore}>
					{t("more")}
				</Button>
			) : null}
			{kind === "application" ? (
				<Link to={withPerson(href("/apply-history"), personId)} className={buttonStyle("quiet", "w-full")}>
					{t("byDate")}
				</Link>
			) : null}
			{start}
		</>
	);
}

function NoRecords({ kind, children }: { kind: Kind | null; children: ReactNode }) {
	const { t } = useTranslation("records");
	return (
		<div className="flex flex-col items-center rounded-card bg-quiet px-5 py-12 text-center">
			<RecordsIcon className="size-10 text-green-700" />
			<p className="mt-4 text-header font-bold">{t(`empty.${kind ?? "all"}`)}</p>
			<p className="mt-1 mb-4 text-ink-600">{t("empty.text")}</p>
			{children}
		</div>
	);
}
