import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { onceProblemText } from "./problem-text";
import { type Purchased, usePurchase } from "./use-purchase";

interface Props {
	label: string;
	open: string | null;
	orderKey: string;
	/** What is paid; null where something is missing still, which is shown by then. */
	purchased: () => Purchased | null;
	isDisabled?: boolean;
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	onEnded: (oid: string) => void;
	/** The server's refusal, for the one who can do something about it; true where that is done. */
	onRefused?: (error: unknown) => boolean;
	children?: ReactNode;
}

/** The button that pays, and what is shown until it is known how that went. */
export function PaySection({ label, purchased, isDisabled, onRefused, children, ...order }: Props) {
	const { t } = useTranslation("insurance");
	const purchase = usePurchase({ ...order, opening: t("pay.opening") });
	const { error, ended } = purchase;
	const [handled, setHandled] = useState<unknown>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
	useEffect(() => {
		if (error && onRefused?.(error)) setHandled(error);
	}, [error]);
	const canceled = ended?.status === "canceled";
	const press = () => {
		const what = purchased();
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
			{children}
			{purchase.isWaiting ? <Waiting purchase={purchase} /> : null}
		</div>
	);
}

/** An order waits to be paid: here, in its own window, or in another tab. */
function Waiting({ purchase }: { purchase: ReturnType<typeof usePurchase> }) {
	const { t } = useTranslation("insurance");
	const { reopen, isResumed, giveUp } = purchase;
	const which = reopen === null ? "elsewhere" : isResumed ? "resumed" : "waiting";
	return (
		<Dialog title={t(`pay.${which}`)}>
			<p role="status" className="mt-2 text-ink-600">
				{t(`pay.${which}Text`)}
			</p>
			<div className="mt-5 flex flex-col gap-2.5">
				{reopen ? <Button onPress={reopen}>{t(isResumed ? "pay.goOn" : "pay.reopen")}</Button> : null}
				<Button tone="quiet" onPress={giveUp}>
					{t("pay.giveUp")}
				</Button>
			</div>
		</Dialog>
	);
}
