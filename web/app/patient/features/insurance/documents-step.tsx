import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Form } from "~/shared/ui/form/form";
import { useFirstInvalid } from "~/shared/ui/form/use-first-invalid";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { choiceOf } from "./claim-body";
import { ForwardSection, useForward } from "./forward-section";
import { MailSection } from "./mail-section";
import { OptionsSection } from "./options-section";
import { PaySection } from "./pay-section";
import { PayoutSection } from "./payout-section";
import { onceProblemText } from "./problem-text";
import { useOffers, useQuote } from "./queries";
import { QuoteCard } from "./quote-card";
import { RefundRules } from "./refund-rules";
import { type StepProps, useClaimSubmission } from "./use-claim-submission";

/** Step 3: choice of documents, fee and payment. */
export function DocumentsStep(props: StepProps) {
	const { draft, back, onChange, onBack, onPaid, onSent } = props;
	const { t } = useTranslation("insurance");
	const { container, isSubmitted, markSubmitted } = useFirstInvalid();
	const choice = choiceOf(draft);
	const quote = useQuote(choice);
	const forward = useForward(draft);
	const offers = useOffers(draft.institution?.id ?? null);
	const claim = useClaimSubmission(props, { isReady: forward.isReady, markSubmitted });
	const { form, failure, unpaid } = claim;
	const shown = quote.data?.quote;
	return (
		<div ref={container} className="flex flex-col gap-6">
			<OptionsSection choice={choice} offers={offers} isSubmitted={isSubmitted} onChange={onChange} />
			<ForwardSection draft={draft} forward={forward} isSubmitted={isSubmitted} onChange={onChange} />
			<Form form={form} className="flex flex-col gap-6 empty:hidden">
				{draft.forwarding ? <PayoutSection control={form.control} back={back} /> : null}
				{draft.registeredMail ? <MailSection form={form} /> : null}
			</Form>
			<Quote quote={quote} />
			<RefundRules />
			<PaySection
				label={
					shown && !quote.isPlaceholderData
						? t("pay.do", { amount: formatAmount(shown.total) })
						: t("pay.plain")
				}
				open={draft.insuranceId === null ? draft.oid : null}
				orderKey={draft.orderKey}
				getPurchaseItem={claim.getPurchaseItem}
				isDisabled={quote.isPlaceholderData || claim.isPending || forward.set.isPending}
				onOrdered={(oid) => onChange({ oid, insuranceId: null })}
				onPaid={onPaid}
				onEnded={() => onChange({ oid: null })}
				onRefused={claim.handleRejection}
			>
				{(purchase) => (
					<>
						{failure ? <Notice tone="danger">{onceProblemText(t, failure, "handIn")}</Notice> : null}
						{unpaid ? <UnpaidClaim text={unpaid.text} onOpen={() => onSent(unpaid.id)} /> : null}
						<div className="grid grid-cols-[auto_1fr] gap-2">
							<Button tone="secondary" onPress={onBack}>
								{t("action.before")}
							</Button>
							<Button
								tone="quiet"
								isPending={claim.isPending}
								isDisabled={purchase.isStarting || forward.set.isPending}
								onPress={() => claim.sendUnpaid(purchase.waitFor)}
							>
								{t("pay.later")}
							</Button>
						</div>
					</>
				)}
			</PaySection>
		</div>
	);
}

/** Leads to an earlier claim for the same documents, which can be paid or canceled there. */
function UnpaidClaim({ text, onOpen }: { text: string; onOpen: () => void }) {
	const { t } = useTranslation("insurance");
	const action = (
		<Button tone="secondary" onPress={onOpen}>
			{t("pay.toUnpaid")}
		</Button>
	);
	return (
		<Notice tone="danger" action={action}>
			{text}
		</Notice>
	);
}

function Quote({ quote }: { quote: ReturnType<typeof useQuote> }) {
	const { t } = useTranslation("insurance");
	const shown = quote.data?.quote;
	return (
		<div aria-live="polite" className="flex flex-col gap-3">
			{shown ? (
				<QuoteCard quote={shown} title={t("quote.title")} isOutdated={quote.isPlaceholderData} />
			) : null}
			{!shown && quote.fetchStatus === "fetching" ? <Skeleton className="h-44 rounded-card" /> : null}
			{quote.error ? <Notice tone="danger">{fieldProblemText(quote.error)}</Notice> : null}
		</div>
	);
}
