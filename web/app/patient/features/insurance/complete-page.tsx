import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { useSession } from "~/patient/session/session";
import { withRedirect } from "~/shared/lib/redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { ClockIcon } from "~/shared/ui/tool-icons";
import { PaymentComplete } from "./payment-complete";
import { PAYMENT_WINDOW, postPaymentMessage } from "./payment-updates";
import { useInvalidAccess } from "./use-invalid-access";

const CLOSING_MS = 700;

/** Where a payment that went through ends. In the payment's own window the page that opened it goes on. */
export function CompletePage() {
	const [query] = useSearchParams();
	const { state } = useSession();
	const oid = query.get("oid");
	const [isWindow, setWindow] = useState(() => window.name === PAYMENT_WINDOW);
	useInvalidAccess(!oid);
	useEffect(() => {
		if (!oid) return;
		// A page of this browser that waits for the order asks at once, whichever tab the way back led to.
		postPaymentMessage({ type: "paymentDone", oid });
		if (!isWindow) return;
		window.close();
		// Where the browser does not close it, it is a page like any other.
		const timer = setTimeout(() => setWindow(false), CLOSING_MS);
		return () => clearTimeout(timer);
	}, [oid, isWindow]);
	if (!oid || isWindow) return null;
	return state === "LOGGED_OUT" ? <SignedOut /> : <PaymentComplete oid={oid} />;
}

/** A card's app led to a browser in which nobody is signed in: nothing can be said here, and nothing is lost. */
function SignedOut() {
	const { t } = useTranslation("insurance");
	const { pathname, search } = useLocation();
	return (
		<EmptyState
			mark={<ClockIcon className="size-10" />}
			title={t("complete.elsewhere")}
			text={t("complete.elsewhereText")}
		>
			<Link to={withRedirect("/auth/signin", pathname + search)} className={buttonStyle("secondary")}>
				{t("complete.signIn")}
			</Link>
		</EmptyState>
	);
}
