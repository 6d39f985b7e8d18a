import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FILTER_NAMES, jobFilterOf } from "~/ops/lib/job-filter";
import { jobsText } from "~/ops/lib/queue-texts";
import { useAddressFilters } from "~/ops/lib/use-address-filters";
import { useMay } from "~/ops/session/operator-session";
import { MoreButton } from "~/ops/ui/more-button";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { Button } from "~/shared/ui/button";
import { BulkBar } from "./bulk-bar";
import { JobFilters } from "./job-filters";
import { JobsTable } from "./jobs-table";
import { useJobs } from "./queries";

/** The selected rows: some of those shown, or all that match the filter. */
export type Selection = ReadonlySet<number> | "all";

/** All jobs, with the filters in the URL. */
export function JobsPage() {
	const { t } = useTranslation("opsQueues");
	const [texts, setTexts] = useAddressFilters(FILTER_NAMES);
	const filter = jobFilterOf(texts);
	const mayChange = useMay("change_jobs");
	const jobs = useJobs(filter);
	const key = JSON.stringify(filter);
	const [choice, setChoice] = useState<{ key: string; selection: Selection }>({ key, selection: new Set() });
	// A selection made under another filter no longer applies.
	const chosen: Selection = choice.key === key ? choice.selection : new Set();
	const count = jobs.data?.pages[0]?.count;
	return (
		<OpsPage
			title={t("jobs.title")}
			text={t("jobs.text")}
			actions={
				<Button tone="secondary" isPending={jobs.isRefetching} onPress={() => void jobs.refetch()}>
					{t("jobs.refresh")}
				</Button>
			}
		>
			<JobFilters filters={texts} onFilters={setTexts} />
			<QueryState query={jobs}>
				{({ pages }) => (
					<>
						<p role="status" className="number font-semibold first-letter:uppercase">
							{count ? jobsText(t, count.jobs, count.isEstimate) : null}
						</p>
						{mayChange ? (
							<BulkBar
								selection={chosen}
								filter={filter}
								count={count}
								onChosen={(next) => setChoice({ key, selection: next })}
							/>
						) : null}
						<JobsTable
							jobs={pages.flatMap((page) => page.items)}
							isBusy={jobs.isPlaceholderData}
							selection={mayChange ? chosen : null}
							onChosen={(next) => setChoice({ key, selection: next })}
						/>
					</>
				)}
			</QueryState>
			<MoreButton list={jobs} />
		</OpsPage>
	);
}
