import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import { useAddressFilters } from "~/ops/lib/use-address-filters";
import { MonthStep } from "~/ops/ui/month-step";
import { QueryState } from "~/ops/ui/query-state";
import { problemText } from "~/shared/api/problem-text";
import { monthOf, shiftMonth } from "~/shared/lib/months";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useCheckMonth, useReport } from "./queries";
import { TenantMonth } from "./tenant-month";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** One month of all tenants: whether the logs are complete, the recorded actions, and those of operators. */
export function MonthReport() {
	const { t } = useTranslation("opsRecords");
	const [filters, setFilters] = useAddressFilters(["month"]);
	const month = MONTH.test(filters.month) ? filters.month : shiftMonth(monthOf(new Date()), -1);
	const report = useReport(month);
	const check = useCheckMonth();
	const found = check.data?.month === month ? check.data : null;
	return (
		<>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<MonthStep month={month} onMonth={(next) => setFilters({ month: next })} />
				<Button tone="secondary" isPending={check.isPending} onPress={() => check.mutate(month)}>
					{t("access.check")}
				</Button>
			</div>
			{check.error ? <Notice tone="danger">{problemText(check.error)}</Notice> : null}
			{found ? (
				<Notice tone={found.ok ? "info" : "danger"}>
					{found.ok
						? t("access.sound", { month, count: found.tenants.length, n: formatCount(found.tenants.length) })
						: found.tenants
								.filter(({ brokenAt }) => brokenAt !== null)
								.map(({ tenant, brokenAt }) => t("access.broken", { tenant, row: brokenAt ?? 0 }))
								.join(" ")}
				</Notice>
			) : null}
			<QueryState query={report}>
				{({ tenants }) =>
					tenants.length === 0 ? (
						<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">
							{t("access.noTenants")}
						</p>
					) : (
						<div className="grid items-start gap-4 lg:grid-cols-2">
							{tenants.map((each) => (
								<TenantMonth key={each.tenantId} report={each} />
							))}
						</div>
					)
				}
			</QueryState>
		</>
	);
}
