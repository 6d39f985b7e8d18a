import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { orderStateOf } from "~/domain/claim/states";
import type { NewClaim, Order } from "~/domain/claim/types";
import { api } from "~/patient/api";
import { isStatus } from "~/shared/api/problem";
import { unwrap } from "~/shared/api/unwrap";
import { webAddress } from "~/shared/lib/web-address";
import { forgetAttempt, pageOf, saveAttempt } from "./payment-attempt";
import { onPaymentMessage } from "./payment-updates";
import { OFFLINE } from "./problem-text";
import { useInvalidateOrder, useOrder } from "./queries";
import { type PaymentMode, useLeftPage, usePaymentWindow } from "./use-payment-window";

/** What is paid for: a claim that the payment creates, or an existing one. */
export type PurchaseItem = { claim: NewClaim } | { insuranceId: number };

interface Props {
	/** The order that was open when the screen was mounted, after a reload or a return. */
	open: string | null;
	/** Idempotency key: the same for a retry after a lost response, a new one once the order has ended or changed. */
	orderKey: string;
	/** Called before the page is left, so that the return finds the order. */
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	/** The order failed and is not resumed. */
	onEnded: (oid: string) => void;
	/** Shown in the window until the provider's page loads. */
	loadingText: string;
}

async function makeOrder(item: PurchaseItem, mode: PaymentMode, orderKey: string) {
	const call = api.POST("/patients/payments", {
		body: { ...item, returnMode: mode },
		headers: { "Idempotency-Key": `${orderKey}-${mode}` },
	});
	const { oid, checkoutUrl } = (await unwrap(call)).order;
	const page = webAddress(checkoutUrl);
	if (page === null) throw new Error("no page to pay on");
	return { oid, page };
}

/** Refetches an order when its window sends a message, and when this page gets the focus. */
function useOrderUpdates(oid: string | null, refetch: (oid: string) => void) {
	useEffect(() => {
		if (oid === null) return;
		const refetchOrder = () => refetch(oid);
		const stop = onPaymentMessage((message) => {
			if (message.oid === null || message.oid === oid) refetchOrder();
		});
		window.addEventListener("focus", refetchOrder);
		return () => {
			stop();
			window.removeEventListener("focus", refetchOrder);
		};
	}, [refetch, oid]);
}

/** The order's state on the server. */
export function useOrderState(oid: string | null) {
	const { data, error } = useOrder(oid);
	const found = data?.order.oid === oid ? data?.order : undefined;
	const state = found ? orderStateOf(found.status) : "waiting";
	const isUnknown = isStatus(error, 404);
	useOrderUpdates(oid, useInvalidateOrder());
	return {
		found,
		state,
		isPaid: state === "paid" || state === "refunded",
		hasEnded: isUnknown || state !== "waiting",
	};
}

interface NewOrder {
	orderKey: string;
	popup: ReturnType<typeof usePaymentWindow>;
	onCreated: (order: Awaited<ReturnType<typeof makeOrder>>) => void;
}

/** Creates an order inside the click handler, only once for repeated presses. */
function useNewOrder({ orderKey, popup, onCreated }: NewOrder) {
	const [isOffline, setOffline] = useState(false);
	// A second press can come before the first one has rendered.
	const isBusy = useRef(false);
	const { mutate, reset, isPending, error } = useMutation({
		mutationFn: ({ item, mode }: { item: PurchaseItem; mode: PaymentMode }) =>
			makeOrder(item, mode, orderKey),
		onSuccess: onCreated,
		onError: popup.close,
		onSettled: () => {
			isBusy.current = false;
		},
	});
	const start = (item: PurchaseItem) => {
		if (isBusy.current) return;
		setOffline(!navigator.onLine);
		if (!navigator.onLine) return;
		isBusy.current = true;
		mutate({ item, mode: popup.open() });
	};
	return { start, reset, isPending, error: isOffline ? OFFLINE : error };
}

/**
 * Pays by card: in a separate window, or in this tab on a phone and if popups are blocked. The order on the server is
 * the only source of the result; the window's message and the return to this page only trigger an earlier refetch.
 */
export function usePurchase({ open, orderKey, onOrdered, onPaid, onEnded, loadingText }: Props) {
	const [oid, setOid] = useState(open);
	const [isStarted, setStarted] = useState(false);
	const [ended, setEnded] = useState<Order | null>(null);
	const [blocking, setBlocking] = useState<string | null>(null);
	const popup = usePaymentWindow(loadingText);
	const { found, isPaid, hasEnded } = useOrderState(oid);
	const newOrder = useNewOrder({
		orderKey,
		popup,
		onCreated: (made) => {
			saveAttempt(made);
			onOrdered(made.oid);
			if (popup.isOpen()) {
				setOid(made.oid);
				setStarted(true);
			} else left.current = made.oid;
			popup.show(made.page);
		},
	});
	const left = useLeftPage((order) => {
		newOrder.reset();
		setOid(order);
	});
	/** Stops waiting here. If the payment still succeeds, the claim is created and the patient is notified. */
	const cancelWaiting = () => {
		popup.close();
		setOid(null);
		setStarted(false);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each order that has ended
	useEffect(() => {
		if (oid === null || !hasEnded) return;
		cancelWaiting();
		forgetAttempt();
		if (isPaid) return onPaid(oid);
		onEnded(oid);
		if (found) setEnded(found);
	}, [oid, isPaid, hasEnded]);

	const page = oid === null ? null : pageOf(oid);
	return {
		/** Whether an order waits for its payment, started here or earlier. */
		isWaiting: oid !== null && (isStarted || found !== undefined),
		/** Whether it was started before this screen was mounted. */
		isResumed: !isStarted,
		isStarting: newOrder.isPending,
		error: newOrder.error,
		/** The order that failed. */
		ended,
		/** Must be called inside the click handler. */
		pay: (item: PurchaseItem) => {
			if (oid !== null) return;
			setEnded(null);
			newOrder.start(item);
		},
		/** The order it waits for because its payment makes the claim that the patient wants to send without one. */
		blockingOrder: !isStarted && blocking === oid ? oid : null,
		/** Waits for an order that prevents sending the claim without payment. */
		waitFor: (order: string) => {
			setEnded(null);
			setBlocking(order);
			setOid(order);
		},
		/** Focuses the window, or opens it again; null if the order was started in another tab. */
		reopen: page === null ? null : () => popup.reopen(page),
		cancelWaiting,
	};
}
