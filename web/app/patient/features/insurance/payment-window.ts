import { PAYMENT_WINDOW } from "./payment-updates";

const WIDTH = 480;
const HEIGHT = 760;

/** Whether a second window is impractical, as on a narrow touch screen. */
export function isPhone(): boolean {
	return window.matchMedia?.("(pointer: coarse) and (max-width: 820px)").matches ?? false;
}

/**
 * Opens the empty payment window. Must be called inside the click handler, because browsers block later popups. Null if
 * it is blocked.
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
		// A window of that name already shows another site; it can still be navigated.
	}
	return opened;
}
