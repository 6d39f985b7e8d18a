import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import { textOrFallback } from "~/ops/lib/text-or-fallback";
import { useMay } from "~/ops/session/operator-session";
import type { Finding } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { useResolve } from "./queries";

const findingText = (kind: string, part: "title" | "what" | "todo") =>
	textOrFallback("payments", `kind.${kind}.${part}`, kind);

/** One discrepancy: what differs, and what to do. */
export function FindingCard({ finding }: { finding: Finding }) {
	const { t } = useTranslation("opsMoney");
	const mayResolve = useMay("resolve_payments");
	const [isAsking, setAsking] = useState(false);
	const resolve = useResolve(finding.tenantId, finding.id);
	const { kind } = finding;
	const formatWon = (amount: number | null) =>
		amount === null ? t("nothing") : t("won", { amount: formatAmount(amount) });
	const id = `finding-${finding.tenantId}-${finding.id}`;
	return (
		<article aria-labelledby={id} className="card flex flex-col gap-3 p-4 sm:p-5">
			<div className="flex flex-wrap items-center gap-2">
				<h2 id={id} className="min-w-0 flex-1 text-header">
					{findingText(kind, "title")}
				</h2>
				<Badge tint={finding.needsPerson ? "warning" : "quiet"}>
					{t(finding.needsPerson ? "payments.needsPerson" : "payments.watched")}
				</Badge>
			</div>
			<p className="text-ink-600">
				{findingText(kind, "what")} <span className="text-ink-900">{findingText(kind, "todo")}</span>
			</p>
			<DescriptionList
				items={[
					[t("tenant"), finding.tenant],
					[t("payments.ours"), formatWon(finding.ourAmount)],
					[t("payments.theirs"), formatWon(finding.theirAmount)],
					[
						t("payments.order"),
						<span key="oid" className="whitespace-nowrap">
							{finding.oid ?? "–"}
						</span>,
					],
					[
						t("payments.transaction"),
						<span key="key" className="break-all select-all">
							{finding.transactionKey}
						</span>,
					],
					[t("payments.found"), koreanMinute(finding.foundAt)],
				]}
			/>
			{mayResolve ? (
				<Button tone="secondary" onPress={() => setAsking(true)}>
					{t("payments.resolve")}
				</Button>
			) : null}
			{isAsking ? (
				<ReasonDialog
					title={t("payments.resolveTitle")}
					text={t("payments.resolveText")}
					label={t("payments.note")}
					submit={t("payments.resolveDo")}
					onReason={(note) => resolve.mutateAsync(note)}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</article>
	);
}
