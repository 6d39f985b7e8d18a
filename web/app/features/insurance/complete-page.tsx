import { useEffect, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { pathTo } from "~/route-table";
import { CompleteScreen } from "./complete-screen";
import { PAYMENT_WINDOW, tellPayment } from "./payment-news";
import { useInvalidAccess } from "./use-invalid-access";

const CLOSING_MS = 700;

/** Where a payment that went through ends. In the payment's own window the page that opened it goes on. */
export function CompletePage() {
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
