import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeParse } from "valibot";
import { orderStateOf } from "~/domain/claim/states";
import type { NewClaim } from "~/domain/claim/types";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { bodyOf } from "./claim-body";
import { type ClaimDraft, ordersOf } from "./claim-draft";
import { OFFLINE } from "./problem-text";
import { useSendUnpaidClaim } from "./queries";
import { type DetailValues, detailSchema, type InfoField, type InfoValues } from "./schema";

export interface StepProps {
	draft: ClaimDraft;
	info: InfoValues;
	/** The form's initial values. */
	initial: DetailValues;
	/** How many of the resident number's last seven digits the tenant requires. */
	back: number;
	onChange: (change: Partial<ClaimDraft>) => void;
	onDetailsChange: (values: DetailValues) => void;
	onBack: () => void;
	onPaid: (oid: string) => void;
	onSent: (id: number) => void;
	/** Navigates to where a rejected claim can be corrected; returns whether there is such a step. */
	onRefused: (error: unknown) => boolean;
}

/** The fields of the last step; their rules depend on the chosen options. */
function useDetails({ draft, initial, back, onDetailsChange }: StepProps) {
	const { t } = useTranslation("insurance");
	const { forwarding, registeredMail } = draft;
	const schema = detailSchema({ back, forwarding, registeredMail });
	const form = useApiForm<DetailValues, DetailValues>({
		schema,
		defaultValues: initial,
		errorText: (rule) => t(`error.${rule as InfoField}`),
		// The buttons below submit the form, since they name the amount.
		onSubmit: () => undefined,
	});
	const { subscribe } = form;
	const onChangeRef = useRef(onDetailsChange);
	onChangeRef.current = onDetailsChange;
	useEffect(
		() => subscribe({ formState: { values: true }, callback: ({ values }) => onChangeRef.current(values) }),
		[subscribe],
	);
	/** The valid input, or null. Synchronous, because the payment window must open inside the click handler. */
	const readDetails = (): DetailValues | null => {
		const parsed = safeParse(schema, form.getValues());
		if (parsed.success) return parsed.output;
		void form.submit();
		return null;
	};
	return { form, readDetails };
}

interface Options {
	/** Whether the forwarding is complete. */
	isReady: boolean;
	/** Marks missing input from now on. */
	markSubmitted: () => void;
}

/** The unpaid claim for the same documents that the server names instead of accepting a second one. */
function unpaidClaimOf(error: unknown) {
	if (!isProblem(error) || !("insuranceId" in error)) return null;
	return { id: Number(error.insuranceId), text: error.detail };
}

/** The claim of the last step: validated as a whole, submitted with or without its payment. */
export function useClaimSubmission(props: StepProps, { isReady, markSubmitted }: Options) {
	const { draft, info, onPaid, onSent, onRefused } = props;
	const { form, readDetails } = useDetails(props);
	const [failure, setFailure] = useState<unknown>(null);
	const [unpaid, setUnpaid] = useState<ReturnType<typeof unpaidClaimOf>>(null);
	const later = useSendUnpaidClaim();
	const keyOf = useIdempotencyKey();

	/** The request body, or null while something is missing. */
	const buildBody = (): NewClaim | null => {
		markSubmitted();
		setUnpaid(null);
		const hasDocuments = draft.documents.length > 0 || draft.kind === "resend" || draft.kind === "forward";
		if (!hasDocuments || !isReady) return null;
		const details = readDetails();
		return details && bodyOf(draft, info, details);
	};
	/** Rejected details are corrected on this step, others on the step that the wizard navigates to. */
	const handleRejection = (error: unknown): boolean => {
		const found = unpaidClaimOf(error);
		setUnpaid(found);
		if (found || onRefused(error)) return true;
		const isHere = Object.keys(fieldMessages(error)).some((name) => form.shownFields.has(name));
		if (isHere) form.showProblem(error);
		return isHere;
	};
	/** Sends the claim without payment. `onOpenOrder`: an order of it can still be paid. */
	const sendUnpaid = (onOpenOrder: (oid: string) => void) => {
		const body = buildBody();
		if (!body || later.isPending) return;
		setFailure(navigator.onLine ? null : OFFLINE);
		if (!navigator.onLine) return;
		later.mutate(
			{ body, key: keyOf(body), orders: ordersOf(draft) },
			{
				onSuccess: (sent) => {
					if ("claim" in sent) onSent(sent.claim.id);
					else if (orderStateOf(sent.order.status) === "paid") onPaid(sent.order.oid);
					else onOpenOrder(sent.order.oid);
				},
				onError: (error) => {
					if (!handleRejection(error)) setFailure(error);
				},
			},
		);
	};
	/** What to pay for. */
	const getPurchaseItem = () => {
		setFailure(null);
		const claim = buildBody();
		return claim && { claim };
	};
	return { form, failure, unpaid, isPending: later.isPending, getPurchaseItem, handleRejection, sendUnpaid };
}
