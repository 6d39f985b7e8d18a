import { useEffect, useRef } from "react";
import { isPhone, openPaymentWindow } from "./payment-window";

/** Where the provider's page is shown: in a window of its own, or in this tab. */
export type PaymentMode = "window" | "mobile";

/** The window in which one pays; on a phone, and where windows are refused, this tab leads there. */
export function usePaymentWindow(opening: string) {
	const popup = useRef<Window | null>(null);
	const isOpen = () => popup.current !== null && !popup.current.closed;
	/** Opens it empty. To be called inside of the press. */
	const open = (): PaymentMode => {
		const isMobile = isPhone();
		popup.current = isMobile ? null : openPaymentWindow(opening);
		return isMobile ? "mobile" : "window";
	};
	/** Shows the provider's page. A user who closed the window meanwhile pays in this tab. */
	const show = (page: string) => {
		if (popup.current && isOpen()) popup.current.location.replace(page);
		else location.assign(page);
	};
	return {
		isOpen,
		open,
		show,
		reopen: (page: string) => {
			if (isOpen()) return popup.current?.focus();
			open();
			show(page);
		},
		close: () => popup.current?.close(),
	};
}

/** The order that this page was left for. A page that the browser shows again as it was continues it. */
export function useLeftPage(onRestored: (oid: string | null) => void) {
	const left = useRef<string | null>(null);
	const restored = useRef(onRestored);
	restored.current = onRestored;
	useEffect(() => {
		const shown = (event: PageTransitionEvent) => {
			if (event.persisted) restored.current(left.current);
		};
		window.addEventListener("pageshow", shown);
		return () => window.removeEventListener("pageshow", shown);
	}, []);
	return left;
}
