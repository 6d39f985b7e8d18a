import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { problemText } from "./problem-text";
import { type Purchased, usePurchase } from "./use-purchase";

interface Props {
	label: string;
	/** What is paid; null where something is missing still, which is shown by then. */
	purchased: () => Purchased | null;
	isDisabled?: boolean;
	onOrdered: (oid: string) => void;
	onPaid: (oid: string) => void;
	/** The server's refusal, for the one who can do something about it; true where that is done. */
	onRefused?: (error: unknown) => boolean;
	children?: ReactNode;
}

/** The button that pays, and what is shown until it is known how that went. */
export function PayPart({ label, purchased, isDisabled, onOrdered, onPaid, onRefused, children }: Props) {
	const { t } = useTranslation("insurance");
	const purchase = usePurchase({ onOrdered, onPaid, opening: t("pay.opening") });
	const { error, ended } = purchase;
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
	useEffect(() => {
		if (error) onRefused?.(error);
	}, [error]);
	const canceled = ended?.status === "canceled";
	const press = () => {
		const what = purchased();
		if (what) purchase.pay(what);
	};
	return (
		<div className="flex flex-col gap-2">
			{error ? <Notice tone="danger">{problemText(t, error)}</Notice> : null}
			{ended ? (
				<Notice tone={canceled ? "info" : "danger"} title={t(canceled ? "pay.canceled" : "pay.failed")}>
					{canceled ? t("pay.canceledText") : ended.failure?.message || t("pay.failedText")}
				</Notice>
			) : null}
			<Button isPending={purchase.isStarting} isDisabled={isDisabled} onPress={press}>
				{label}
			</Button>
			{children}
			{purchase.isWaiting ? (
				<Sheet title={t("pay.waiting")}>
					<p role="status" className="mt-2 text-ink-600">
						{t("pay.waitingText")}
					</p>
					<div className="mt-5 flex flex-col gap-2.5">
						<Button onPress={purchase.reopen}>{t("pay.reopen")}</Button>
						<Button tone="quiet" onPress={purchase.giveUp}>
							{t("pay.giveUp")}
						</Button>
					</div>
				</Sheet>
			) : null}
		</div>
	);
}
