import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useQuery } from "~/lib/use-query";
import { buttonStyle } from "~/ui/button-style";
import { AlertIcon } from "~/ui/icons";
import { MessageScreen } from "~/ui/message-screen";
import { readClaim } from "./claim-draft";
import { backToPay, claimOf } from "./mobile-return";
import { tellPayment } from "./payment-news";

const CLOSING_MS = 500;
const CANCELED_BY_USER = "01";
const MAX_MESSAGE_LENGTH = 200;

/** Where a payment that came to nothing ends: tells the page that opened it and closes itself; in a tab, leads back. */
export function ClosePage() {
	const { t } = useTranslation("insurance");
	const query = useQuery();
	const oid = query.get("oid");
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		tellPayment({ type: "paymentClosed", oid });
		window.close();
		// A browser closes only what a script has opened.
		const timer = setTimeout(() => setOpen(true), CLOSING_MS);
		return () => clearTimeout(timer);
	}, [oid]);
	if (!isOpen)
		return (
			<p role="status" className="py-20 text-center text-ink-600">
				{t("close.closing")}
			</p>
		);
	const canceled = query.get("code") === CANCELED_BY_USER;
	const msg = query.get("msg")?.slice(0, MAX_MESSAGE_LENGTH) || t("pay.failedText");
	const back = backToPay(claimOf(readClaim(), oid), canceled ? { canceled: true } : { msg });
	return (
		<MessageScreen
			mark={<AlertIcon className="size-10" />}
			title={t(canceled ? "pay.canceled" : "pay.failed")}
			text={canceled ? t("pay.canceledText") : msg}
		>
			<Link to={back} className={buttonStyle()}>
				{t("close.back")}
			</Link>
		</MessageScreen>
	);
}
