import { useEffect, useRef } from "react";
import { isPhone, openPaymentWindow } from "./payment-window";

/** Where the provider's page opens: in its own window or in this tab. */
export type PaymentMode = "window" | "mobile";

/** The payment window. On a phone, and if popups are blocked, this tab navigates instead. */
export function usePaymentWindow(opening: string) {
	const popup = useRef<Window | null>(null);
	const isOpen = () => popup.current !== null && !popup.current.closed;
	/** Opens the empty window. Must be called inside the click handler. */
	const open = (): PaymentMode => {
		const isMobile = isPhone();
		popup.current = isMobile ? null : openPaymentWindow(opening);
		return isMobile ? "mobile" : "window";
	};
	/** Shows the provider's page. If the user closed the window meanwhile, this tab navigates there. */
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

/** The order for which this page was left. A page restored from the back/forward cache resumes it. */
export function useLeftPage(onRestored: (oid: string | null) => void) {
	const left = useRef<string | null>(null);
	const restored = useRef(onRestored);
	restored.current = onRestored;
	useEffect(() => {
		const onPageShow = (event: PageTransitionEvent) => {
			if (event.persisted) restored.current(left.current);
		};
		window.addEventListener("pageshow", onPageShow);
		return () => window.removeEventListener("pageshow", onPageShow);
	}, []);
	return left;
}
