import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import type { Claim } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";
import { webAddress } from "~/shared/lib/web-address";
import { DescriptionList } from "~/shared/ui/description-list";
import { OutwardIcon } from "~/shared/ui/icons";
import { choiceOfClaim } from "./claim-body";
import { PayClaim } from "./pay-claim";
import { useQuote } from "./queries";
import { QuoteCard } from "./quote-card";

/** The payment methods as the providers name them, in Korean. */
const METHODS: Record<string, "card" | "transfer" | "virtualAccount" | "easyPay" | "phone" | undefined> = {
	카드: "card",
	계좌이체: "transfer",
	가상계좌: "virtualAccount",
	간편결제: "easyPay",
	휴대폰: "phone",
};

/** The claim's fee and its payment. */
export function PaymentCard({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { payment } = claim;
	const quote = useQuote(payment ? null : choiceOfClaim(claim)).data?.quote;
	// A paid claim shows its own lines, even if the fees have changed since.
	const lines = payment ?? quote;
	const method = METHODS[payment?.method ?? ""];
	const receipt = payment?.receiptUrl ? webAddress(payment.receiptUrl) : null;
	return (
		<>
			{lines ? <QuoteCard quote={lines} title={t("payment.lines")} /> : null}
			{payment ? (
				<section aria-labelledby="payment" className="card">
					<h2 id="payment" className="mb-3 text-header">
						{t("payment.title")}
					</h2>
					<DescriptionList
						items={[
							[t("payment.total"), t("won", { amount: formatAmount(payment.amount) })],
							[t("payment.date"), koreanDate(payment.date)],
							[t("payment.method"), method ? t(`payment.methods.${method}`) : (payment.method ?? "-")],
							...(payment.refund
								? [
										[
											t("payment.refund"),
											t(`payment.${payment.refund.state as "refunding" | "refunded"}`, {
												amount: t("won", { amount: formatAmount(payment.refund.amount) }),
												date: koreanDate(payment.refund.at),
											}),
										] as const,
									]
								: []),
							[
								t("payment.number"),
								<span className="text-meta whitespace-nowrap" key="oid">
									{payment.oid}
								</span>,
							],
						]}
					/>
					{receipt ? (
						<a
							href={receipt}
							target="_blank"
							rel="noopener noreferrer"
							className="mt-3 inline-flex min-h-12 items-center gap-1.5 font-semibold text-green-700 underline"
						>
							{t("payment.receipt")}
							<OutwardIcon className="size-4" />
							<span className="sr-only">({t("newTab")})</span>
						</a>
					) : null}
				</section>
			) : null}
			{claim.needToPayment && claim.status >= 0 ? <PayClaim claim={claim} /> : null}
		</>
	);
}
