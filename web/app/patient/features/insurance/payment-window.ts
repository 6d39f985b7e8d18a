import { PAYMENT_WINDOW } from "./payment-updates";

const WIDTH = 480;
const HEIGHT = 760;

/** Whether a second window is impractical: on a narrow touch screen. */
export function isPhone(): boolean {
	return window.matchMedia?.("(pointer: coarse) and (max-width: 820px)").matches ?? false;
}

/**
 * Opens the payment's window, empty. Only inside of the press itself: browsers block windows that open later.
 * Null where it is refused.
 */
export function openPaymentWindow(text: string): Window | null {
	const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - WIDTH) / 2));
	const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2));
	const place = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
	const opened = window.open("about:blank", PAYMENT_WINDOW, place);
	try {
		if (opened) {
			opened.document.title = text;
			opened.document.body.textContent = text;
		}
	} catch {
		// A window of that name shows another site already: it is led on all the same.
	}
	return opened;
}
