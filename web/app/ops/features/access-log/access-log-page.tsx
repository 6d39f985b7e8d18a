import { useTranslation } from "react-i18next";
import { useAddressFilters } from "~/ops/lib/use-address-filters";
import { OpsPage } from "~/ops/ui/ops-page";
import { SegmentedControl } from "~/shared/ui/segmented-control";
import { LogSearch } from "./log-search";
import { MonthReport } from "./month-report";

const VIEWS = ["search", "month"] as const;

/** The access logs of all tenants: a search, and a report for each month with a check of the hash chain. */
export function AccessLogPage() {
	const { t } = useTranslation("opsRecords");
	const [{ view: requested }, setFilters] = useAddressFilters(["view"]);
	const view = VIEWS.find((each) => each === requested) ?? "search";
	return (
		<OpsPage title={t("access.title")} text={t("access.text")}>
			<SegmentedControl
				label={t("access.view")}
				choices={VIEWS.map((each) => [each, t(`access.views.${each}`)] as const)}
				value={view}
				onChange={(next) => setFilters({ view: next === "search" ? "" : next })}
				row="grid max-w-[420px] grid-cols-2"
			/>
			{view === "search" ? <LogSearch /> : <MonthReport />}
		</OpsPage>
	);
}
