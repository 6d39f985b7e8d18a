import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";
import { readClaim } from "./claim-draft";
import { unpaidReturn } from "./mobile-return";
import { postPaymentMessage } from "./payment-updates";

const CLOSE_DELAY_MS = 500;
const CANCELED_BY_USER = "01";

/**
 * Return page of a failed payment: notifies the opener and closes the window; in a tab it links back. It shows nothing
 * from the URL, since anybody can write texts into one; the order has the provider's reason.
 */
export function ClosePage() {
	const { t } = useTranslation("insurance");
	const query = useHydratedSearchParams();
	const oid = query.get("oid");
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		postPaymentMessage({ type: "paymentClosed", oid });
		window.close();
		// Browsers only close windows that a script opened.
		const timer = setTimeout(() => setOpen(true), CLOSE_DELAY_MS);
		return () => clearTimeout(timer);
	}, [oid]);
	if (!isOpen)
		return (
			<p role="status" className="py-20 text-center text-ink-600">
				{t("close.closing")}
			</p>
		);
	const canceled = query.get("code") === CANCELED_BY_USER;
	return (
		<EmptyState
			mark={<AlertIcon className="size-10" />}
			title={t(canceled ? "pay.canceled" : "pay.failed")}
			text={t(canceled ? "close.canceledText" : "close.failedText")}
		>
			<Link to={oid ? unpaidReturn(oid, readClaim()) : href("/insurance-history")} className={buttonStyle()}>
				{t("close.back")}
			</Link>
		</EmptyState>
	);
}
