import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import type { Quote, QuoteLine } from "~/domain/claim/types";

/** The fee by line: each with its VAT, discounts negative, and the total. */
export function QuoteCard({
	quote,
	title,
	isOutdated,
}: {
	quote: Quote;
	title: string;
	isOutdated?: boolean;
}) {
	const { t } = useTranslation("insurance");
	const vat = quote.lines.reduce((sum, line) => sum + line.vat, 0);
	// A discount reduces the VAT, too, so only the total shows it.
	const isDiscounted = quote.lines.some(({ amount }) => amount < 0);
	return (
		<section aria-labelledby="quote" className={`card ${isOutdated ? "opacity-60" : ""}`}>
			<h2 id="quote" className="text-header">
				{title}
			</h2>
			<table className="number mt-2 w-full text-[14px]">
				<thead className="sr-only">
					<tr>
						<th scope="col">{t("quote.what")}</th>
						<th scope="col">{t("quote.howMuch")}</th>
					</tr>
				</thead>
				<tbody>
					{quote.lines.map((line) => (
						<LineRow key={line.code} line={line} showsVat={line.vat > 0 && !isDiscounted} />
					))}
				</tbody>
				<tfoot>
					<tr className="border-t border-line">
						<th scope="row" className="pt-3 pr-3 text-left font-bold">
							<span className="mr-1.5">{t("quote.total")}</span>
							<span className="inline-block text-meta font-normal text-ink-600">
								{t(isDiscounted ? "quote.discountedVat" : "quote.totalVat", { amount: formatAmount(vat) })}
							</span>
						</th>
						<td data-total className="pt-3 text-right text-[20px] font-extrabold whitespace-nowrap">
							<Won amount={quote.total} />
						</td>
					</tr>
				</tfoot>
			</table>
		</section>
	);
}

function LineRow({ line, showsVat }: { line: QuoteLine; showsVat: boolean }) {
	const { t } = useTranslation("insurance");
	const { code, label, amount, vat } = line;
	return (
		<tr data-line={code} className={amount < 0 ? "text-success" : ""}>
			<th scope="row" className="py-1.5 pr-3 text-left align-top font-normal">
				{label}
				{showsVat ? (
					<span className="block text-meta text-ink-600">
						{t("quote.lineVat", { amount: formatAmount(vat) })}
					</span>
				) : null}
			</th>
			<td className="py-1.5 text-right align-top font-semibold whitespace-nowrap">
				<Won amount={amount + vat} />
			</td>
		</tr>
	);
}

/** A signed amount. */
function Won({ amount }: { amount: number }) {
	const { t } = useTranslation("insurance");
	return `${amount < 0 ? "-" : ""}${t("won", { amount: formatAmount(Math.abs(amount)) })}`;
}
