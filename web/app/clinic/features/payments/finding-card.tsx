import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatAmount } from "~/domain/claim/money";
import type { PaymentFinding } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";
import { Badge, type Tint } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { ResolveDialog } from "./resolve-dialog";

const KINDS = [
	"stuck",
	"unrecorded",
	"unpaid",
	"amount_mismatch",
	"duplicate",
	"settlement_mismatch",
] as const;
const TINTS = { open: "warning", repaired: "mint", resolved: "quiet" } as const satisfies Record<
	string,
	Tint
>;

function stateOf({ repairedAt, resolvedAt }: PaymentFinding): keyof typeof TINTS {
	if (repairedAt !== null) return "repaired";
	return resolvedAt === null ? "open" : "resolved";
}

/** One discrepancy: what differs, and how it was resolved or what to do. */
export function FindingCard({ finding }: { finding: PaymentFinding }) {
	const { t } = useTranslation("payments");
	const [isResolving, setResolving] = useState(false);
	const state = stateOf(finding);
	const kind = KINDS.find((each) => each === finding.kind) ?? "other";
	const formatWon = (amount: number | null) =>
		amount === null ? t("nothing") : t("won", { amount: formatAmount(amount) });
	const end = {
		open: t(`kind.${kind}.todo`),
		repaired: t(`kind.${kind}.repaired`),
		resolved: finding.note ?? t("byOperator"),
	}[state];
	return (
		<article aria-labelledby={`finding-${finding.id}`} className="card flex flex-col gap-3">
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
				<h2 id={`finding-${finding.id}`} className="min-w-0 flex-1 text-header">
					{t(`kind.${kind}.title`)}
				</h2>
				<Badge tint={TINTS[state]}>{t(`state.${state}`)}</Badge>
			</div>
			<p className="text-ink-600">
				{t(`kind.${kind}.what`)} <span className="text-ink-900">{end}</span>
			</p>
			<DescriptionList
				items={[
					[t("ours"), formatWon(finding.ourAmount)],
					[t("theirs"), formatWon(finding.theirAmount)],
					[
						t("order"),
						<span key="oid" className="whitespace-nowrap">
							{finding.oid}
						</span>,
					],
				]}
			/>
			<div className="flex flex-wrap items-center gap-3">
				<p className="number flex-1 text-meta text-ink-600">
					{t("found", { date: koreanDate(finding.foundAt) })}
				</p>
				{finding.insuranceId === null ? null : (
					<Link
						to={href("/clinic/insurances/:id", { id: String(finding.insuranceId) })}
						className="flex min-h-11 items-center px-2 font-semibold text-green-700 underline"
					>
						{t("claim")}
					</Link>
				)}
				{state === "open" ? (
					<Button tone="secondary" onPress={() => setResolving(true)}>
						{t("resolve.open")}
					</Button>
				) : null}
			</div>
			{isResolving ? <ResolveDialog id={finding.id} onClose={() => setResolving(false)} /> : null}
		</article>
	);
}
