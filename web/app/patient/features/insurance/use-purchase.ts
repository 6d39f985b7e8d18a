import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { orderStateOf } from "~/domain/claim/states";
import type { NewClaim, Order } from "~/domain/claim/types";
import { api } from "~/patient/api";
import { isStatus } from "~/shared/api/problem";
import { unwrap } from "~/shared/api/unwrap";
import { webAddress } from "~/shared/lib/web-address";
import { forgetAttempt, keepAttempt, pageOf } from "./payment-attempt";
import { onPaymentMessage } from "./payment-updates";
import { OFFLINE } from "./problem-text";
import { useInvalidateOrder, useOrder } from "./queries";
import { type PaymentMode, useLeftPage, usePaymentWindow } from "./use-payment-window";

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

async function makeOrder(purchased: Purchased, mode: PaymentMode, orderKey: string) {
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
		const stop = onPaymentMessage((message) => {
			if (message.oid === null || message.oid === oid) ask();
		});
		window.addEventListener("focus", ask);
		return () => {
			stop();
			window.removeEventListener("focus", ask);
		};
	}, [refetch, oid]);
}

/** An order as the server knows it. */
function useOrderState(oid: string | null) {
	const { data, error } = useOrder(oid);
	const found = data?.order.oid === oid ? data?.order : undefined;
	const state = found ? orderStateOf(found.status) : "waiting";
	const isUnknown = isStatus(error, 404);
	useOrderUpdates(oid, useInvalidateOrder());
	return { found, state, hasEnded: isUnknown || state !== "waiting" };
}

interface NewOrder {
	orderKey: string;
	popup: ReturnType<typeof usePaymentWindow>;
	onMade: (order: Awaited<ReturnType<typeof makeOrder>>) => void;
}

/** Makes an order, within a press and once for however many of them. */
function useNewOrder({ orderKey, popup, onMade }: NewOrder) {
	const [isOffline, setOffline] = useState(false);
	// A second press may come before the first one is seen.
	const isBusy = useRef(false);
	const { mutate, reset, isPending, error } = useMutation({
		mutationFn: ({ purchased, mode }: { purchased: Purchased; mode: PaymentMode }) =>
			makeOrder(purchased, mode, orderKey),
		onSuccess: onMade,
		onError: popup.close,
		onSettled: () => {
			isBusy.current = false;
		},
	});
	const start = (purchased: Purchased) => {
		if (isBusy.current) return;
		setOffline(!navigator.onLine);
		if (!navigator.onLine) return;
		isBusy.current = true;
		mutate({ purchased, mode: popup.open() });
	};
	return { start, reset, isPending, error: isOffline ? OFFLINE : error };
}

/**
 * Pays by card: in a window of its own, on a phone (and where windows are refused) in this tab. However that window
 * ends, the order tells how it went: its window's message and the way back to this page only make it be asked sooner.
 */
export function usePurchase({ open, orderKey, onOrdered, onPaid, onEnded, opening }: Props) {
	const [oid, setOid] = useState(open);
	const [isStarted, setStarted] = useState(false);
	const [ended, setEnded] = useState<Order | null>(null);
	const popup = usePaymentWindow(opening);
	const { found, state, hasEnded } = useOrderState(oid);
	const newOrder = useNewOrder({
		orderKey,
		popup,
		onMade: (made) => {
			keepAttempt(made);
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
	/** Stops waiting here. If the payment is made all the same, the claim is made too, with a notification. */
	const giveUp = () => {
		popup.close();
		setOid(null);
		setStarted(false);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each order that has come to an end
	useEffect(() => {
		if (oid === null || !hasEnded) return;
		giveUp();
		forgetAttempt();
		if (state === "paid" || state === "refunded") return onPaid(oid);
		onEnded(oid);
		if (found) setEnded(found);
	}, [oid, state, hasEnded]);

	const page = oid === null ? null : pageOf(oid);
	return {
		/** An order waits to be paid, started here or before. */
		isWaiting: oid !== null && (isStarted || found !== undefined),
		/** It was started before this screen came up. */
		isResumed: !isStarted,
		isStarting: newOrder.isPending,
		error: newOrder.error,
		/** The order that failed. */
		ended,
		/** To be called inside of the press. */
		pay: (purchased: Purchased) => {
			if (oid !== null) return;
			setEnded(null);
			newOrder.start(purchased);
		},
		/** Shows the window again, or opens it again; null where the order was started in another tab. */
		reopen: page === null ? null : () => popup.reopen(page),
		giveUp,
	};
}
