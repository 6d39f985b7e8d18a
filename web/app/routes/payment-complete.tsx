import { useEffect, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { CompleteScreen } from "~/features/insurance/complete-screen";
import { PAYMENT_WINDOW, tellPayment } from "~/features/insurance/payment-news";
import { useInvalidAccess } from "~/features/insurance/use-invalid-access";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import ko from "~/locales/ko/insurance.json";
import { pathTo } from "~/route-table";

bundleKo("insurance", ko);

const CLOSING_MS = 700;

/** Where a payment that went through ends. In the payment's own window the page that opened it goes on. */
export default function PaymentComplete() {
	const [query] = useSearchParams();
	const { pathname, search } = useLocation();
	const { state } = useSession();
	const oid = query.get("oid");
	const [isWindow, setWindow] = useState(() => window.name === PAYMENT_WINDOW);
	useInvalidAccess(!oid);
	useEffect(() => {
		if (!oid || !isWindow) return;
		tellPayment({ type: "paymentDone", oid });
		window.close();
		// Where the browser does not close it, it is a page like any other.
		const timer = setTimeout(() => setWindow(false), CLOSING_MS);
		return () => clearTimeout(timer);
	}, [oid, isWindow]);
	if (!oid || isWindow) return null;
	if (state === "LOGGED_OUT") {
		return <Navigate to={withRedirect(pathTo("signIn"), pathname + search)} replace />;
	}
	return <CompleteScreen oid={oid} />;
}
