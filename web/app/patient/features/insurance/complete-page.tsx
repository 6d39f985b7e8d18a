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

const CLOSE_DELAY_MS = 700;

/** Return page of a successful payment. In the payment window, the page that opened it continues. */
export function CompletePage() {
	const [query] = useSearchParams();
	const { state } = useSession();
	const oid = query.get("oid");
	const [isWindow, setWindow] = useState(() => window.name === PAYMENT_WINDOW);
	useInvalidAccess(!oid);
	useEffect(() => {
		if (!oid) return;
		// Every page of this browser that waits for the order refetches it at once, in whichever tab the provider returned.
		postPaymentMessage({ type: "paymentDone", oid });
		if (!isWindow) return;
		window.close();
		// If the browser does not close the window, it becomes a normal page.
		const timer = setTimeout(() => setWindow(false), CLOSE_DELAY_MS);
		return () => clearTimeout(timer);
	}, [oid, isWindow]);
	if (!oid || isWindow) return null;
	return state === "LOGGED_OUT" ? <SignedOut /> : <PaymentComplete oid={oid} />;
}

/** Shown when a card app returned to a browser without a session. The order's result cannot be shown, but it is not lost. */
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
