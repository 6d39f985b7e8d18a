const CHANNEL = "hyeobom-payment";
/** Name of the payment window, by which it is found again. */
export const PAYMENT_WINDOW = "hyeobom-payment";

/** Message of a payment page to the page that opened it. Only a hint; the order is fetched from the server. */
export interface PaymentMessage {
	type: "paymentClosed" | "paymentDone";
	oid: string | null;
}

function isPaymentMessage(value: unknown): value is PaymentMessage {
	if (typeof value !== "object" || value === null || !("type" in value)) return false;
	return value.type === "paymentClosed" || value.type === "paymentDone";
}

/** Notifies the opener and every other page of this site. The bank's pages can cut off either of the two. */
export function postPaymentMessage(message: PaymentMessage): void {
	const opener = window.opener as Window | null;
	try {
		opener?.postMessage(message, location.origin);
	} catch {
		// The opener has navigated to another site.
	}
	if (typeof BroadcastChannel === "undefined") return;
	const channel = new BroadcastChannel(CHANNEL);
	channel.postMessage(message);
	channel.close();
}

/** Subscribes to messages from pages of this site. Returns a function that unsubscribes. */
export function onPaymentMessage(listener: (message: PaymentMessage) => void): () => void {
	const onWindowMessage = (event: MessageEvent) => {
		if (event.origin === location.origin && isPaymentMessage(event.data)) listener(event.data);
	};
	window.addEventListener("message", onWindowMessage);
	const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
	// A channel only carries messages of this origin.
	if (channel) channel.onmessage = ({ data }) => isPaymentMessage(data) && listener(data);
	return () => {
		window.removeEventListener("message", onWindowMessage);
		channel?.close();
	};
}
