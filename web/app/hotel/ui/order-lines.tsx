import { useTranslation } from "react-i18next";
import { formatNumber, formatVolume, formatWon } from "~/hotel/lib/format";
import type { Quote } from "~/hotel/types";
import { DataTable } from "./data-table";

/** The lines of an order with their prices. */
export function OrderLines({ lines }: { lines: Quote["lines"] }) {
	const { t } = useTranslation("hotel");
	return (
		<DataTable
			label={t("orders.lines")}
			rows={lines}
			keyOf={({ productId }) => productId}
			empty={t("orders.noLines")}
			columns={[
				{
					head: t("column.product"),
					cell: ({ product, productCode, fragrance }) => (
						<>
							{product}
							<span className="number block text-meta font-normal text-ink-600">
								{[productCode, fragrance].filter(Boolean).join(" · ")}
							</span>
						</>
					),
				},
				{ head: t("column.boxes"), isNumber: true, cell: ({ boxes }) => formatNumber(boxes) },
				{ head: t("column.quantity"), isNumber: true, cell: ({ quantity }) => formatNumber(quantity) },
				{ head: t("column.totalMl"), isNumber: true, cell: ({ totalMl }) => formatVolume(totalMl) },
				{ head: t("column.unitPrice"), isNumber: true, cell: ({ unitPrice }) => formatWon(unitPrice) },
				{ head: t("column.amount"), isNumber: true, cell: ({ amount }) => formatWon(amount) },
			]}
		/>
	);
}

/** Supply price, VAT and total. */
export function OrderTotals({ quote }: { quote: Omit<Quote, "lines"> }) {
	const { t } = useTranslation("hotel");
	return (
		<dl className="number flex flex-col gap-1.5 text-[14px]">
			{(
				[
					["supply", quote.supplyPrice],
					["vat", quote.vat],
				] as const
			).map(([name, amount]) => (
				<div key={name} className="flex justify-between gap-4">
					<dt className="text-ink-600">{t(`total.${name}`)}</dt>
					<dd className="font-semibold">{formatWon(amount)}</dd>
				</div>
			))}
			<div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
				<dt className="font-bold">{t("total.total")}</dt>
				<dd className="text-[24px] leading-none font-extrabold tracking-tight">{formatWon(quote.total)}</dd>
			</div>
		</dl>
	);
}
