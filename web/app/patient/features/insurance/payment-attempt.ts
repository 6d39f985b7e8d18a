import { forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";

/** Of no person: without the number of an order, its page is not found. */
const ATTEMPT = "patient::payment";

/** An order that was started in this tab, with the URL of its payment page. */
interface PaymentAttempt {
	oid: string;
	page: string;
}

/** Stores the payment page of an order, so that a reload or a return from the provider can continue there. */
export const saveAttempt = (attempt: PaymentAttempt): void => saveDraft(ATTEMPT, attempt);

/** The payment page of an order; null if it was started in another tab. */
export function pageOf(oid: string): string | null {
	const stored = readDraft<PaymentAttempt>(ATTEMPT);
	return stored?.oid === oid ? stored.page : null;
}

export const forgetAttempt = (): void => forgetDraft(ATTEMPT);
