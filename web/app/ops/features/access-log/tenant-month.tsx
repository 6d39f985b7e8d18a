import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import type { AccessReport } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { koreanTime } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { DescriptionList } from "~/shared/ui/description-list";
import { accessActionText } from "./action-text";

/** The month of one tenant, without patients' names. */
export function TenantMonth({ report }: { report: AccessReport["tenants"][number] }) {
	const { t } = useTranslation("opsRecords");
	return (
		<Panel
			title={report.tenant}
			actions={
				<Badge tint={report.brokenAt === null ? "success" : "danger"}>
					{t(report.brokenAt === null ? "access.whole" : "access.changed")}
				</Badge>
			}
		>
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
							<p className="text-meta text-ink-600">{each.what}</p>
						</li>
					))}
				</ul>
			</details>
		</Panel>
	);
}
