import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import type { AccessReport } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { koreanTime } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { DescriptionList } from "~/shared/ui/description-list";
import { accessActionText } from "./action-text";
import { reasonText } from "./reason-text";

type TenantReport = AccessReport["tenants"][number];

/** The month of one tenant, without patients' names. */
export function TenantMonth({ report }: { report: TenantReport }) {
	const { t } = useTranslation("opsRecords");
	return (
		<Panel title={report.tenant} actions={<CheckBadge report={report} />}>
			<DescriptionList
				items={[
					[t("access.unreviewed"), formatCount(report.unreviewed.length)],
					[t("access.unknownSignIns"), formatCount(report.unknownSignIns)],
					...report.actions.map(
						({ action, count }) => [accessActionText(action), formatCount(count)] as const,
					),
				]}
			/>
			<details>
				<summary className="inline-flex min-h-11 items-center font-semibold text-green-700">
					{t("access.byOperators", { count: report.operators.length, n: report.operators.length })}
				</summary>
				<ul className="divide-y divide-line">
					{report.operators.map((each) => (
						<li key={`${each.at} ${each.what}`} className="py-2 text-[14px]">
							<p className="flex flex-wrap gap-x-2">
								<b>{each.loginId ?? t("command")}</b>
								<span>{accessActionText(each.action)}</span>
								<time dateTime={each.at} className="number ml-auto text-meta text-ink-600">
									{koreanTime(each.at)}
								</time>
							</p>
							<p className="text-meta text-ink-600">{reasonText(each.what)}</p>
						</li>
					))}
				</ul>
			</details>
		</Panel>
	);
}

/** What the nightly checks of the month found. */
function CheckBadge({ report: { brokenAt, checkedUntil } }: { report: TenantReport }) {
	const { t } = useTranslation("opsRecords");
	if (brokenAt !== null) return <Badge tint="danger">{t("access.changed")}</Badge>;
	if (checkedUntil === null) return <Badge tint="quiet">{t("access.unchecked")}</Badge>;
	return <Badge tint="success">{t("access.whole", { day: checkedUntil })}</Badge>;
}
