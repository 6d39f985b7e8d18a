import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";
import { orderStateOf } from "~/lib/insurance/states";
import type { NewClaim, Order } from "~/lib/insurance/types";
import { randomKey } from "~/lib/random-key";
import { hearPayment } from "./payment-news";
import { checkoutPage, isPhone, openPaymentWindow } from "./payment-window";
import { useOrder } from "./queries";

/** What is paid: a claim that is made by paying, or one that is there. */
export type Purchased = { claim: NewClaim } | { insuranceId: number };

interface Props {
	/** Kept before the page is left, so that the way back finds it. */
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	/** Said in the window before the provider's page is there. */
	opening: string;
}

/** One key for one attempt: the same again after a lost answer, another once the order has ended or is another one. */
function useAttemptKey() {
	const attempt = useRef({ of: "", key: "" });
	return {
		keyOf: (purchased: Purchased, mode: string) => {
			const of = JSON.stringify([purchased, mode]);
			if (attempt.current.of !== of) attempt.current = { of, key: randomKey() };
			return attempt.current.key;
		},
		forget: () => {
			attempt.current = { of: "", key: "" };
		},
	};
}

/**
 * Pays by card: in a window of its own, on a phone (and where windows are refused) in this tab. However that window
 * ends, the order tells how it went: its window's message and the way back to this page only make it be asked sooner.
 */
export function usePurchase({ onOrdered, onPaid, opening }: Props) {
	const client = useQueryClient();
	const attempt = useAttemptKey();
	const [waiting, setWaiting] = useState<{ oid: string; page: string } | null>(null);
	const [ended, setEnded] = useState<Order | null>(null);
	const popup = useRef<Window | null>(null);
	const order = useOrder(waiting?.oid ?? null);

	const start = useMutation({
		mutationFn: async ({ purchased, mode }: { purchased: Purchased; mode: "window" | "mobile" }) => {
			const call = api.POST("/patients/payments", {
				body: { ...purchased, returnMode: mode },
				headers: { "Idempotency-Key": attempt.keyOf(purchased, mode) },
			});
			const made = (await answered(call)).order;
			const page = checkoutPage(made.checkoutUrl);
			if (page === null) throw new Error("no page to pay on");
			return { oid: made.oid, page };
		},
		onSuccess: ({ oid, page }) => {
			onOrdered(oid);
			// Whoever closed the window while the order was made pays in this tab.
			if (!popup.current || popup.current.closed) return location.assign(page);
			popup.current.location.replace(page);
			setWaiting({ oid, page });
		},
		onError: () => popup.current?.close(),
	});

	const state = order.data ? orderStateOf(order.data.order.status) : "waiting";
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each order that has come to an end
	useEffect(() => {
		if (!waiting || !order.data || state === "waiting" || order.data.order.oid !== waiting.oid) return;
		popup.current?.close();
		setWaiting(null);
		attempt.forget();
		if (state === "paid") onPaid(waiting.oid);
		else setEnded(order.data.order);
	}, [waiting, state]);

	useEffect(() => {
		if (!waiting) return;
		const ask = () => void client.invalidateQueries({ queryKey: ["order", waiting.oid] });
		const stop = hearPayment(({ oid }) => {
			if (oid === null || oid === waiting.oid) ask();
		});
		window.addEventListener("focus", ask);
		return () => {
			stop();
			window.removeEventListener("focus", ask);
		};
	}, [client, waiting]);

	// A page that the browser shows again as it was must not go on leaving it.
	const { reset } = start;
	useEffect(() => {
		const shown = (event: PageTransitionEvent) => event.persisted && reset();
		window.addEventListener("pageshow", shown);
		return () => window.removeEventListener("pageshow", shown);
	}, [reset]);

	return {
		isWaiting: waiting !== null,
		isStarting: start.isPending,
		error: start.error,
		/** The order that came to nothing. */
		ended,
		/** To be called inside of the press. */
		pay: (purchased: Purchased) => {
			if (start.isPending || waiting) return;
			setEnded(null);
			const phone = isPhone();
			popup.current = phone ? null : openPaymentWindow(opening);
			start.mutate({ purchased, mode: phone ? "mobile" : "window" });
		},
		/** Shows the window again, or opens it anew. */
		reopen: () => {
			if (!waiting) return;
			if (popup.current && !popup.current.closed) return popup.current.focus();
			popup.current = openPaymentWindow(opening);
			if (popup.current) popup.current.location.replace(waiting.page);
			else location.assign(waiting.page);
		},
		/** Stops waiting here. If the payment is made all the same, the claim is made too, and told. */
		giveUp: () => {
			popup.current?.close();
			setWaiting(null);
			attempt.forget();
		},
	};
}
