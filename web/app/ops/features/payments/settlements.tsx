import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import type { Settlement } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { MonthStep } from "~/ops/ui/month-step";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { monthOf } from "~/shared/lib/months";
import { useSettlements } from "./queries";

const PARTS = ["amount", "fee", "paidOut"] as const;

/** Payouts of the providers in a month, by tenant and day, below the month's total. */
export function Settlements() {
	const { t } = useTranslation("opsMoney");
	const [month, setMonth] = useState(monthOf(new Date()));
	const settlements = useSettlements(month);
	const formatWon = (amount: number) => t("won", { amount: formatAmount(amount) });
	const columns: Column<Settlement>[] = [
		{
			key: "day",
			head: t("settlements.day"),
			isHead: true,
			cell: ({ day }) => <span className="number">{day}</span>,
		},
		{ key: "tenant", head: t("tenant"), isWide: true, cell: ({ tenant }) => tenant },
		{ key: "count", head: t("settlements.count"), isNumber: true, cell: ({ count }) => count },
		...PARTS.map((part) => ({
			key: part,
			head: t(`settlements.${part}`),
			isNumber: true,
			cell: (row: Settlement) => formatWon(row[part]),
		})),
	];
	return (
		<Panel
			title={t("settlements.title")}
			text={t("settlements.text")}
			actions={<MonthStep month={month} onMonth={setMonth} />}
		>
			<QueryState query={settlements} skeleton="h-24 rounded-card">
				{({ settlements: rows }) => (
					<>
						{rows.length > 0 ? (
							<dl className="grid grid-cols-1 gap-3 rounded-[16px] bg-mint-50 px-5 py-4 sm:grid-cols-3">
								{PARTS.map((part) => (
									<div key={part}>
										<dt className="text-meta text-ink-600">{t(`settlements.${part}`)}</dt>
										<dd className="number text-tile font-extrabold">
											{formatWon(rows.reduce((all, row) => all + row[part], 0))}
										</dd>
									</div>
								))}
							</dl>
						) : null}
						<DataTable
							label={t("settlements.list")}
							columns={columns}
							rows={rows}
							rowKey={({ tenantId, day }) => `${tenantId} ${day}`}
							empty={t("settlements.empty")}
						/>
					</>
				)}
			</QueryState>
		</Panel>
	);
}
