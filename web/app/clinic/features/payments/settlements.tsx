import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import { monthOf, shiftMonth } from "~/shared/lib/months";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useSettlements } from "./settlements-query";

/** Payouts of the payment provider in a month, by day, below the month's total. */
export function Settlements() {
	const { t } = useTranslation("payments");
	const present = monthOf(new Date());
	const [month, setMonth] = useState(present);
	const list = useSettlements(month);
	const days = list.data?.settlements;
	return (
		<section aria-labelledby="settlements" className="flex flex-col gap-2.5">
			<h2 id="settlements" className="mt-4 text-header">
				{t("settlements.title")}
			</h2>
			<p className="text-ink-600">{t("settlements.text")}</p>
			<div className="flex items-center gap-2">
				<Button tone="secondary" onPress={() => setMonth(shiftMonth(month, -1))}>
					{t("settlements.before")}
				</Button>
				<p aria-live="polite" className="number flex-1 text-center font-semibold">
					{month}
				</p>
				<Button tone="secondary" isDisabled={month >= present} onPress={() => setMonth(shiftMonth(month, 1))}>
					{t("settlements.after")}
				</Button>
			</div>
			{list.error && !days ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			{days?.length === 0 ? <p className="card text-ink-600">{t("settlements.none")}</p> : null}
			{days?.length ? <Days days={days} /> : null}
		</section>
	);
}

type Day = NonNullable<ReturnType<typeof useSettlements>["data"]>["settlements"][number];
type Amounts = Pick<Day, "amount" | "fee" | "paidOut">;

function Days({ days }: { days: readonly Day[] }) {
	const { t } = useTranslation("payments");
	const sum = (part: "count" | keyof Amounts) => days.reduce((all, day) => all + day[part], 0);
	return (
		<>
			<div className="rounded-card bg-mint-50 px-5 py-4">
				<p className="mb-2.5 font-semibold">{t("settlements.sum", { count: sum("count") })}</p>
				<AmountList amounts={{ amount: sum("amount"), fee: sum("fee"), paidOut: sum("paidOut") }} />
			</div>
			<ul aria-label={t("settlements.list")} className="flex flex-col gap-2.5">
				{days.map((day) => (
					<li key={day.day} className="card flex flex-col gap-2.5">
						<h3 className="number font-semibold">
							{t("settlements.day", { day: day.day, count: day.count })}
						</h3>
						<AmountList amounts={day} />
					</li>
				))}
			</ul>
		</>
	);
}

function AmountList({ amounts }: { amounts: Amounts }) {
	const { t } = useTranslation("payments");
	const formatWon = (amount: number) => t("won", { amount: formatAmount(amount) });
	return (
		<DescriptionList
			items={[
				[t("settlements.amount"), formatWon(amounts.amount)],
				[t("settlements.fee"), formatWon(amounts.fee)],
				[t("settlements.paidOut"), formatWon(amounts.paidOut)],
			]}
		/>
	);
}
