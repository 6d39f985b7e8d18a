import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import { textOrFallback } from "~/ops/lib/text-or-fallback";
import { useMay } from "~/ops/session/operator-session";
import type { TenantDue } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { OpsPage } from "~/ops/ui/ops-page";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { koreanDay } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useRules, useRunRetention } from "./queries";
import { RunsPanel } from "./runs-panel";

type Rule = TenantDue["classes"][number] & Pick<TenantDue, "tenantId" | "tenant">;

/** Records past their retention period, which a run would erase, and what earlier runs erased. */
export function RetentionPage() {
	const { t } = useTranslation("opsRecords");
	const rules = useRules();
	const run = useRunRetention();
	const mayRun = useMay("run_retention");
	const [isAsking, setAsking] = useState(false);
	return (
		<OpsPage
			title={t("retention.title")}
			text={t("retention.text")}
			actions={
				mayRun ? (
					<Button tone="danger" onPress={() => setAsking(true)}>
						{t("retention.run")}
					</Button>
				) : null
			}
		>
			<Panel title={t("retention.dryRun")} text={t("retention.dryRunText")}>
				<QueryState query={rules}>{({ tenants }) => <DueRecords tenants={tenants} />}</QueryState>
			</Panel>
			<RunsPanel />
			{isAsking ? (
				<ReasonDialog
					title={t("retention.ask")}
					text={t("retention.askText")}
					submit={t("retention.do")}
					isDestructive
					onReason={(reason) => run.mutateAsync(reason)}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</OpsPage>
	);
}

function DueRecords({ tenants }: { tenants: readonly TenantDue[] }) {
	const { t } = useTranslation("opsRecords");
	const due = tenants.flatMap(({ tenantId, tenant, classes }) =>
		classes.map((each): Rule => ({ ...each, tenantId, tenant })),
	);
	const sum = due.reduce((all, { count }) => all + count, 0);
	const hasMore = due.some((rule) => rule.hasMore);
	const columns: Column<Rule>[] = [
		{
			key: "class",
			head: t("retention.class"),
			isHead: true,
			isWide: true,
			cell: (rule) => textOrFallback("opsRecords", `class.${rule.class}`, rule.class),
		},
		{ key: "tenant", head: t("tenant"), cell: ({ tenant }) => tenant },
		{ key: "count", head: t("retention.count"), isNumber: true, cell: countText },
		{
			key: "oldest",
			head: t("retention.oldest"),
			isNumber: true,
			cell: ({ oldest }) => (oldest ? koreanDay(new Date(oldest)) : "–"),
		},
	];
	return (
		<>
			<TamperedNotices tenants={tenants} />
			<p role="status" className="number font-semibold">
				{t(hasMore ? "retention.sumMore" : "retention.sum", { count: sum, n: formatCount(sum) })}
			</p>
			<DataTable
				label={t("retention.dryRun")}
				columns={columns}
				rows={due.filter(({ count }) => count > 0)}
				rowKey={(rule) => `${rule.tenantId} ${rule.class}`}
				empty={t("retention.nothing")}
			/>
		</>
	);
}

/** The number of records, "10,000+" if there are more than the server counts. */
const countText = ({ count, hasMore }: Rule): string => `${formatCount(count)}${hasMore ? "+" : ""}`;

/** Warns about tampered records, which are kept until somebody has investigated. */
function TamperedNotices({ tenants }: { tenants: readonly TenantDue[] }) {
	const { t } = useTranslation("opsRecords");
	return tenants
		.filter(({ brokenAt }) => brokenAt !== null)
		.map(({ tenant, tenantId, brokenAt }) => (
			<Notice key={tenantId} tone="danger">
				{t("access.broken", { tenant, row: brokenAt ?? 0 })} {t("retention.held")}
			</Notice>
		));
}
