import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useForm } from "~/lib/form";
import { digitsOfWon } from "~/lib/insurance/money";
import type { NewClaim } from "~/lib/insurance/types";
import { useRequestKey } from "~/lib/use-request-key";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Skeleton } from "~/ui/skeleton";
import type { TextFieldProps } from "~/ui/text-field";
import { bodyOf, choiceOf } from "./claim-body";
import type { ClaimDraft } from "./claim-draft";
import { ForwardPart, useForward } from "./forward-part";
import { OptionsPart } from "./options-part";
import { PayPart } from "./pay-part";
import { problemText } from "./problem-text";
import { useHandInUnpaid, useOffers, useQuote } from "./queries";
import { QuoteCard } from "./quote-card";
import { RefundRules } from "./refund-rules";
import { addressFields, type InfoField, type InfoValues } from "./schema";

type AddressName = keyof typeof addressFields;
/** The address fields as the accounts have them, handed in by the screen. */
export type AddressSlot = (props: {
	form: React.RefObject<HTMLFormElement | null>;
	field: (
		name: AddressName,
	) => Pick<TextFieldProps, "name" | "error" | "defaultValue" | "onChange" | "onBlur">;
	onFill: (name: AddressName, value: string) => void;
}) => ReactNode;

interface Props {
	draft: ClaimDraft;
	values: InfoValues;
	address: AddressSlot;
	onChange: (change: Partial<ClaimDraft>) => void;
	onBack: () => void;
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	onHandedIn: (id: number) => void;
	/** Leads to where a refused claim can be put right; true where there is such a place. */
	onRefused: (error: unknown) => boolean;
}

/** Step 3: which documents, what they cost, and paying. */
export function DocumentsStep(props: Props) {
	const { draft, values, onChange, onBack, onOrdered, onPaid, onHandedIn, onRefused } = props;
	const { t } = useTranslation("insurance");
	const [isTried, setTried] = useState(false);
	const choice = choiceOf(draft);
	const quote = useQuote(choice);
	const form = useForm<AddressName>(addressFields, (rule) => t(`error.${rule as InfoField}`), draft.address);
	const element = useRef<HTMLFormElement>(null);
	const later = useHandInUnpaid();
	const forward = useForward(draft);
	const offers = useOffers(draft.institution?.id ?? null);
	const isSigning = offers.data?.options.doctorSignature ?? false;
	// A clinic that no longer signs must not be asked to.
	// biome-ignore lint/correctness/useExhaustiveDependencies: when it becomes known
	useEffect(() => {
		if (offers.data && !isSigning && draft.doctorSignature) onChange({ doctorSignature: false });
	}, [offers.data]);
	const keyOf = useRequestKey();

	/** The claim, when everything is there. */
	const whole = (): NewClaim | null => {
		setTried(true);
		if (draft.documents.length === 0 && draft.kind !== "resend" && draft.kind !== "forward") return null;
		if (!forward.isReady) return null;
		const failing = draft.registeredMail ? form.validate() : null;
		if (failing) {
			element.current?.querySelector<HTMLElement>(`[name=${failing}]`)?.focus();
			return null;
		}
		return bodyOf({ ...draft, address: { ...form.values.current } }, values);
	};
	const handIn = () => {
		const body = whole();
		if (!body || later.isPending) return;
		const done = { onSuccess: ({ id }: { id: number }) => onHandedIn(id), onError: onRefused };
		later.mutate({ body, key: keyOf(body) }, done);
	};
	const shown = quote.data?.quote;
	return (
		<div className="flex flex-col gap-6">
			<OptionsPart choice={choice} isSigning={isSigning} isTried={isTried} onChange={onChange} />
			<ForwardPart draft={draft} forward={forward} isTried={isTried} onChange={onChange} />
			{draft.registeredMail ? (
				<form ref={element} onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-4">
					<h2 className="text-header">{t("options.address")}</h2>
					{props.address({
						form: element,
						field: (name) => {
							const own = form.field(name);
							const typed = (value: string) => {
								own.onChange(value);
								onChange({ address: { ...form.values.current } });
							};
							return { ...own, onChange: typed };
						},
						onFill: (name, value) => {
							form.fill(name, value);
							onChange({ address: { ...form.values.current } });
						},
					})}
				</form>
			) : null}
			<div aria-live="polite" className="flex flex-col gap-3">
				{shown ? <QuoteCard quote={shown} title={t("quote.title")} isOld={quote.isPlaceholderData} /> : null}
				{!shown && quote.fetchStatus === "fetching" ? <Skeleton className="h-44 rounded-card" /> : null}
				{quote.error ? <Notice tone="danger">{problemText(t, quote.error)}</Notice> : null}
			</div>
			<RefundRules />
			<div className="flex flex-col gap-2">
				<PayPart
					label={
						shown && !quote.isPlaceholderData
							? t("pay.do", { amount: digitsOfWon(shown.total) })
							: t("pay.plain")
					}
					purchased={() => {
						const claim = whole();
						return claim && { claim };
					}}
					isDisabled={quote.isPlaceholderData}
					onOrdered={onOrdered}
					onPaid={onPaid}
					onRefused={onRefused}
				>
					{later.error ? <Notice tone="danger">{problemText(t, later.error)}</Notice> : null}
					<div className="grid grid-cols-[auto_1fr] gap-2">
						<Button tone="secondary" onPress={onBack}>
							{t("action.before")}
						</Button>
						<Button tone="quiet" isPending={later.isPending} onPress={handIn}>
							{t("pay.later")}
						</Button>
					</div>
				</PayPart>
			</div>
		</div>
	);
}
