import { useTranslation } from "react-i18next";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { Notice } from "~/shared/ui/notice";
import { FindingCard } from "./finding-card";
import { useFindings } from "./queries";
import { Settlements } from "./settlements";

/** Payment discrepancies to resolve, then settlements. */
export function PaymentsPage() {
	const { t } = useTranslation("opsMoney");
	const found = useFindings();
	return (
		<OpsPage title={t("payments.title")} text={t("payments.text")}>
			<QueryState query={found}>
				{({ findings, unsettled }) => (
					<>
						{unsettled > 0 ? (
							<Notice tone="warning" title={t("payments.unsettled", { count: unsettled, n: unsettled })}>
								{t("payments.unsettledText")}
							</Notice>
						) : null}
						<p
							role="status"
							className={`rounded-card px-5 py-5 text-center text-header ${findings.length > 0 ? "bg-warning-tint" : "bg-mint-50"}`}
						>
							{findings.length > 0
								? t("payments.open", { count: findings.length, n: findings.length })
								: t("payments.fine")}
						</p>
						{findings.length > 0 ? (
							<ul aria-label={t("payments.list")} className="grid items-start gap-3 lg:grid-cols-2">
								{findings.map((finding) => (
									<li key={`${finding.tenantId}-${finding.id}`}>
										<FindingCard finding={finding} />
									</li>
								))}
							</ul>
						) : null}
					</>
				)}
			</QueryState>
			<Settlements />
		</OpsPage>
	);
}
