import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { orderStateOf } from "~/domain/claim/states";
import type { NewClaim, Order } from "~/domain/claim/types";
import { api } from "~/patient/api";
import { isStatus } from "~/shared/api/problem";
import { unwrap } from "~/shared/api/unwrap";
import { webAddress } from "~/shared/lib/web-address";
import { forgetAttempt, keepAttempt, pageOf } from "./payment-attempt";
import { hearPayment } from "./payment-updates";
import { isPhone, openPaymentWindow } from "./payment-window";
import { OFFLINE } from "./problem-text";
import { useInvalidateOrder, useOrder } from "./queries";

/** What is paid: a claim that is made by paying, or one that is there. */
export type Purchased = { claim: NewClaim } | { insuranceId: number };

interface Props {
	/** The order that was under way when the screen came up, after a reload or a way back. */
	open: string | null;
	/** Names an attempt: the same again after a lost answer, another once the order has ended or is another one. */
	orderKey: string;
	/** Kept before the page is left, so that the way back finds it. */
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	/** The order failed: it is not resumed. */
	onEnded: (oid: string) => void;
	/** Said in the window before the provider's page is there. */
	opening: string;
}

type Mode = "window" | "mobile";

async function makeOrder(purchased: Purchased, mode: Mode, orderKey: string) {
	const call = api.POST("/patients/payments", {
		body: { ...purchased, returnMode: mode },
		headers: { "Idempotency-Key": `${orderKey}-${mode}` },
	});
	const { oid, checkoutUrl } = (await unwrap(call)).order;
	const page = webAddress(checkoutUrl);
	if (page === null) throw new Error("no page to pay on");
	return { oid, page };
}

/** Refetches an order when its window reports something, and when one returns to this page. */
function useOrderUpdates(oid: string | null, refetch: (oid: string) => void) {
	useEffect(() => {
		if (oid === null) return;
		const ask = () => refetch(oid);
		const stop = hearPayment((message) => {
			if (message.oid === null || message.oid === oid) ask();
		});
		window.addEventListener("focus", ask);
		return () => {
			stop();
			window.removeEventListener("focus", ask);
		};
	}, [refetch, oid]);
}

/** Calls when the browser shows this page again as it was left. */
function useRestoredPage(onRestored: () => void) {
	useEffect(() => {
		const shown = (event: PageTransitionEvent) => {
			if (event.persisted) onRestored();
		};
		window.addEventListener("pageshow", shown);
		return () => window.removeEventListener("pageshow", shown);
	}, [onRestored]);
}

/**
 * Pays by card: in a window of its own, on a phone (and where windows are refused) in this tab. However that window
 * ends, the order tells how it went: its window's message and the way back to this page only make it be asked sooner.
 */
export function usePurchase({ open, orderKey, onOrdered, onPaid, onEnded, opening }: Props) {
	const [oid, setOid] = useState(open);
	const [isStarted, setStarted] = useState(false);
	const [ended, setEnded] = useState<Order | null>(null);
	const [isOffline, setOffline] = useState(false);
	const popup = useRef<Window | null>(null);
	// A second press may come before the first one is seen.
	const isBusy = useRef(false);
	/** The order that this tab was left for. */
	const left = useRef<string | null>(null);
	const order = useOrder(oid);
	const refetchOrder = useInvalidateOrder();

	const start = useMutation({
		mutationFn: ({ purchased, mode }: { purchased: Purchased; mode: Mode }) =>
			makeOrder(purchased, mode, orderKey),
		onSuccess: (made) => {
			keepAttempt(made);
			onOrdered(made.oid);
			// A user who closed the window while the order was made pays in this tab.
			if (!popup.current || popup.current.closed) {
				left.current = made.oid;
				return location.assign(made.page);
			}
			setOid(made.oid);
			setStarted(true);
			popup.current.location.replace(made.page);
		},
		onError: () => popup.current?.close(),
		onSettled: () => {
			isBusy.current = false;
		},
	});

	const found = order.data?.order.oid === oid ? order.data?.order : undefined;
	const state = found ? orderStateOf(found.status) : "waiting";
	const isUnknown = isStatus(order.error, 404);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each order that has come to an end
	useEffect(() => {
		if (oid === null || !(isUnknown || (found && state !== "waiting"))) return;
		popup.current?.close();
		setOid(null);
		setStarted(false);
		forgetAttempt();
		if (state === "paid" || state === "refunded") return onPaid(oid);
		onEnded(oid);
		if (found) setEnded(found);
	}, [oid, state, isUnknown]);

	useOrderUpdates(oid, refetchOrder);
	// A page that the browser shows again as it was must not go on leaving it: its order can be continued.
	const { reset } = start;
	const resume = useCallback(() => {
		reset();
		setOid(left.current);
	}, [reset]);
	useRestoredPage(resume);

	const page = oid === null ? null : pageOf(oid);
	return {
		/** An order waits to be paid, started here or before. */
		isWaiting: oid !== null && (isStarted || found !== undefined),
		/** It was started before this screen came up. */
		isResumed: !isStarted,
		isStarting: start.isPending,
		error: isOffline ? OFFLINE : start.error,
		/** The order that failed. */
		ended,
		/** To be called inside of the press. */
		pay: (purchased: Purchased) => {
			if (isBusy.current || oid !== null) return;
			setEnded(null);
			setOffline(!navigator.onLine);
			if (!navigator.onLine) return;
			isBusy.current = true;
			const phone = isPhone();
			popup.current = phone ? null : openPaymentWindow(opening);
			start.mutate({ purchased, mode: phone ? "mobile" : "window" });
		},
		/** Shows the window again, or opens it again; null where the order was started in another tab. */
		reopen:
			page === null
				? null
				: () => {
						if (popup.current && !popup.current.closed) return popup.current.focus();
						popup.current = isPhone() ? null : openPaymentWindow(opening);
						if (popup.current) popup.current.location.replace(page);
						else location.assign(page);
					},
		/** Stops waiting here. If the payment is made all the same, the claim is made too, with a notification. */
		giveUp: () => {
			popup.current?.close();
			setOid(null);
			setStarted(false);
		},
	};
}
