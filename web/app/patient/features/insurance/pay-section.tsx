import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isStatus } from "~/shared/api/problem";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { onceProblemText } from "./problem-text";
import { useCancelOrder } from "./queries";
import { type PurchaseItem, usePurchase } from "./use-purchase";

interface Props {
	label: string;
	open: string | null;
	orderKey: string;
	/** What to pay for; null if input is missing, which is then marked. */
	getPurchaseItem: () => PurchaseItem | null;
	isDisabled?: boolean;
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	onEnded: (oid: string) => void;
	/** Handles a rejection by the server; returns whether it was handled. */
	onRefused?: (error: unknown) => boolean;
	/** Renders what is below the pay button. */
	children?: (purchase: Purchase) => ReactNode;
}

type Purchase = ReturnType<typeof usePurchase>;

/** The pay button, and the state of the payment until its result is known. */
export function PaySection({ label, getPurchaseItem, isDisabled, onRefused, children, ...order }: Props) {
	const { t } = useTranslation("insurance");
	const purchase = usePurchase({ ...order, loadingText: t("pay.opening") });
	const { error, ended } = purchase;
	const [handled, setHandled] = useState<unknown>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each rejection
	useEffect(() => {
		if (error && onRefused?.(error)) setHandled(error);
	}, [error]);
	const canceled = ended?.status === "canceled";
	const press = () => {
		const what = getPurchaseItem();
		if (what) purchase.pay(what);
	};
	return (
		<div className="flex flex-col gap-2">
			{error && error !== handled ? <Notice tone="danger">{onceProblemText(t, error, "pay")}</Notice> : null}
			{ended ? (
				<Notice tone={canceled ? "info" : "danger"} title={t(canceled ? "pay.canceled" : "pay.failed")}>
					{canceled ? t("pay.canceledText") : ended.failure?.message || t("pay.failedText")}
				</Notice>
			) : null}
			<Button isPending={purchase.isStarting} isDisabled={isDisabled} onPress={press}>
				{label}
			</Button>
			{children?.(purchase)}
			{purchase.isWaiting ? <WaitingForPayment purchase={purchase} /> : null}
		</div>
	);
}

/** Shown while an order waits for its payment, here, in the payment window, or in another tab. */
function WaitingForPayment({ purchase }: { purchase: Purchase }) {
	const { t } = useTranslation("insurance");
	const { reopen, isResumed, blockingOrder, cancelWaiting } = purchase;
	const cancel = useCancelOrder();
	// Then the order is shown as it is.
	const failure = isStatus(cancel.error, 409) ? null : cancel.error;
	const here = isResumed ? "resumed" : "waiting";
	const which = blockingOrder ? "open" : reopen === null ? "elsewhere" : here;
	return (
		<Dialog title={t(`pay.${which}`)}>
			<p role="status" className="mt-2 text-ink-600">
				{t(`pay.${which}Text`)}
			</p>
			{failure ? <Notice tone="danger">{onceProblemText(t, failure, "pay")}</Notice> : null}
			<div className="mt-5 flex flex-col gap-2.5">
				{reopen ? (
					<Button onPress={reopen}>{t(which === "resumed" ? "pay.goOn" : "pay.reopen")}</Button>
				) : null}
				{blockingOrder ? (
					<Button tone="secondary" isPending={cancel.isPending} onPress={() => cancel.mutate(blockingOrder)}>
						{t("pay.cancelOrder")}
					</Button>
				) : null}
				<Button tone="quiet" onPress={cancelWaiting}>
					{blockingOrder ? t("action.close", { ns: "common" }) : t("pay.giveUp")}
				</Button>
			</div>
		</Dialog>
	);
}
