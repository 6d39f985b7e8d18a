import { forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";

const ATTEMPT = "payment";

/** An order that was started in this tab, with the page on which it is paid. */
interface PaymentAttempt {
	oid: string;
	page: string;
}

/** Keeps where an order is paid: a reload, or the way back from the provider's page, can go on there. */
export const keepAttempt = (attempt: PaymentAttempt): void => saveDraft(ATTEMPT, attempt);

/** The page on which an order is paid; null where it was started in another tab. */
export function pageOf(oid: string): string | null {
	const kept = readDraft<PaymentAttempt>(ATTEMPT);
	return kept?.oid === oid ? kept.page : null;
}

export const forgetAttempt = (): void => forgetDraft(ATTEMPT);
