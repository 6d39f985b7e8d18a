import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeParse } from "valibot";
import { digitsOfWon } from "~/domain/claim/money";
import type { NewClaim } from "~/domain/claim/types";
import { fieldMessages } from "~/shared/api/problem";
import { fieldProblemText } from "~/shared/api/problem-text";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import { Button } from "~/shared/ui/button";
import { Form } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { bodyOf, choiceOf } from "./claim-body";
import type { ClaimDraft } from "./claim-draft";
import { ForwardSection, useForward } from "./forward-section";
import { MailSection } from "./mail-section";
import { OptionsSection } from "./options-section";
import { PaySection } from "./pay-section";
import { PayoutSection } from "./payout-section";
import { OFFLINE, onceProblemText } from "./problem-text";
import { useHandInUnpaid, useOffers, useQuote } from "./queries";
import { QuoteCard } from "./quote-card";
import { RefundRules } from "./refund-rules";
import { type DetailValues, detailSchema, type InfoField, type InfoValues } from "./schema";

interface Props {
	draft: ClaimDraft;
	info: InfoValues;
	/** What the form begins with. */
	initial: DetailValues;
	/** How many of the resident number's last seven digits the tenant asks for. */
	back: number;
	onChange: (change: Partial<ClaimDraft>) => void;
	onTyped: (values: DetailValues) => void;
	onBack: () => void;
	onPaid: (oid: string) => void;
	onSent: (id: number) => void;
	/** Leads to where a refused claim can be put right; true where there is such a place. */
	onRefused: (error: unknown) => boolean;
}

/** The fields of the last step, whose rules depend on what was ticked. */
function useDetails({ draft, initial, back, onTyped }: Props) {
	const { t } = useTranslation("insurance");
	const { forwarding, registeredMail } = draft;
	const schema = detailSchema({ back, forwarding, registeredMail });
	const form = useApiForm<DetailValues, DetailValues>({
		schema,
		defaultValues: initial,
		errorText: (rule) => t(`error.${rule as InfoField}`),
		// It is sent by the buttons below, which say what is paid.
		onSubmit: () => undefined,
	});
	const { subscribe } = form;
	const typed = useRef(onTyped);
	typed.current = onTyped;
	useEffect(
		() => subscribe({ formState: { values: true }, callback: ({ values }) => typed.current(values) }),
		[subscribe],
	);
	/** What is typed, once it is right. Not to be waited for: a window opens within the press alone. */
	const read = (): DetailValues | null => {
		const parsed = safeParse(schema, form.getValues());
		if (parsed.success) return parsed.output;
		void form.submit();
		return null;
	};
	return { form, read };
}

/** Step 3: which documents, what they cost, and paying. */
export function DocumentsStep(props: Props) {
	const { draft, info, back, onChange, onBack, onPaid, onSent, onRefused } = props;
	const { t } = useTranslation("insurance");
	const [isTried, setTried] = useState(false);
	const [failure, setFailure] = useState<unknown>(null);
	const choice = choiceOf(draft);
	const quote = useQuote(choice);
	const { form, read } = useDetails(props);
	const later = useHandInUnpaid();
	const forward = useForward(draft);
	const offers = useOffers(draft.institution?.id ?? null).data?.options;
	const keyOf = useIdempotencyKey();

	/** The claim, when everything is there. */
	const whole = (): NewClaim | null => {
		setTried(true);
		const hasDocuments = draft.documents.length > 0 || draft.kind === "resend" || draft.kind === "forward";
		if (!hasDocuments || !forward.isReady) return null;
		const details = read();
		return details && bodyOf(draft, info, details);
	};
	/** Refused details are put right here, everything else where the wizard leads to. */
	const refused = (error: unknown): boolean => {
		if (onRefused(error)) return true;
		const isHere = Object.keys(fieldMessages(error)).some((name) => form.shownFields.has(name));
		if (isHere) form.showProblem(error);
		return isHere;
	};
	const handIn = () => {
		const body = whole();
		if (!body || later.isPending) return;
		setFailure(navigator.onLine ? null : OFFLINE);
		if (!navigator.onLine) return;
		later.mutate(
			{ body, key: keyOf(body) },
			{
				onSuccess: ({ id }) => onSent(id),
				onError: (error) => {
					if (!refused(error)) setFailure(error);
				},
			},
		);
	};
	const shown = quote.data?.quote;
	return (
		<div className="flex flex-col gap-6">
			<OptionsSection choice={choice} offers={offers} isTried={isTried} onChange={onChange} />
			<ForwardSection draft={draft} forward={forward} isTried={isTried} onChange={onChange} />
			<Form form={form} className="flex flex-col gap-6 empty:hidden">
				{draft.forwarding ? <PayoutSection control={form.control} back={back} /> : null}
				{draft.registeredMail ? <MailSection form={form} /> : null}
			</Form>
			<div aria-live="polite" className="flex flex-col gap-3">
				{shown ? <QuoteCard quote={shown} title={t("quote.title")} isOld={quote.isPlaceholderData} /> : null}
				{!shown && quote.fetchStatus === "fetching" ? <Skeleton className="h-44 rounded-card" /> : null}
				{quote.error ? <Notice tone="danger">{fieldProblemText(quote.error)}</Notice> : null}
			</div>
			<RefundRules />
			<PaySection
				label={
					shown && !quote.isPlaceholderData
						? t("pay.do", { amount: digitsOfWon(shown.total) })
						: t("pay.plain")
				}
				open={draft.insuranceId === null ? draft.oid : null}
				orderKey={draft.orderKey}
				purchased={() => {
					setFailure(null);
					const claim = whole();
					return claim && { claim };
				}}
				isDisabled={quote.isPlaceholderData}
				onOrdered={(oid) => onChange({ oid, insuranceId: null })}
				onPaid={onPaid}
				onEnded={() => onChange({ oid: null })}
				onRefused={refused}
			>
				{failure ? <Notice tone="danger">{onceProblemText(t, failure, "handIn")}</Notice> : null}
				<div className="grid grid-cols-[auto_1fr] gap-2">
					<Button tone="secondary" onPress={onBack}>
						{t("action.before")}
					</Button>
					<Button tone="quiet" isPending={later.isPending} onPress={handIn}>
						{t("pay.later")}
					</Button>
				</div>
			</PaySection>
		</div>
	);
}
