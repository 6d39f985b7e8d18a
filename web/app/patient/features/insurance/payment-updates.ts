const CHANNEL = "hyeobom-payment";
/** The payment's own window, found again by this name. */
export const PAYMENT_WINDOW = "hyeobom-payment";

/** What a payment page tells the page that opened it. Only a hint: the order itself is asked. */
export interface PaymentMessage {
	type: "paymentClosed" | "paymentDone";
	oid: string | null;
}

function isPaymentMessage(value: unknown): value is PaymentMessage {
	if (typeof value !== "object" || value === null || !("type" in value)) return false;
	return value.type === "paymentClosed" || value.type === "paymentDone";
}

/** Tells the opener and every other page of this site: either way may be cut off on the way through the bank's pages. */
export function postPaymentMessage(message: PaymentMessage): void {
	const opener = window.opener as Window | null;
	try {
		opener?.postMessage(message, location.origin);
	} catch {
		// An opener on another site by now.
	}
	if (typeof BroadcastChannel === "undefined") return;
	const channel = new BroadcastChannel(CHANNEL);
	channel.postMessage(message);
	channel.close();
}

/** Listens to the payment's window, to messages of this site alone. Returns how to stop. */
export function onPaymentMessage(listener: (message: PaymentMessage) => void): () => void {
	const hear = (event: MessageEvent) => {
		if (event.origin === location.origin && isPaymentMessage(event.data)) listener(event.data);
	};
	window.addEventListener("message", hear);
	const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
	// A channel carries this site's messages only.
	if (channel) channel.onmessage = ({ data }) => isPaymentMessage(data) && listener(data);
	return () => {
		window.removeEventListener("message", hear);
		channel?.close();
	};
}
