import { useTranslation } from "react-i18next";
import { useAddressFilters } from "~/ops/lib/use-address-filters";
import { OpsPage } from "~/ops/ui/ops-page";
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
			<fieldset className="grid max-w-[420px] grid-cols-2 rounded-control bg-quiet p-1">
				<legend className="sr-only">{t("access.view")}</legend>
				{VIEWS.map((each) => (
					<button
						key={each}
						type="button"
						aria-pressed={view === each}
						onClick={() => setFilters({ view: each === "search" ? "" : each })}
						className="min-h-11 rounded-[9px] text-[14px] font-semibold text-ink-600 aria-pressed:bg-white aria-pressed:font-bold aria-pressed:text-ink-900 aria-pressed:shadow-float"
					>
						{t(`access.views.${each}`)}
					</button>
				))}
			</fieldset>
			{view === "search" ? <LogSearch /> : <MonthReport />}
		</OpsPage>
	);
}
