import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { EDITIONS } from "~/features/legal/editions";
import { CLAIM_KEY } from "~/lib/draft";
import { koreanDay } from "~/lib/korea";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { pathTo } from "~/route-table";

/** A claim that was not handed in is not left lying about; the code that knows it is fetched only where there is one. */
function dropStaleClaim(): void {
	if (localStorage.getItem(CLAIM_KEY) === null) return;
	import("~/features/insurance/claim-draft").then(
		(claim) => claim.readClaim(),
		() => undefined,
	);
}

const TermsGate = lazy(() => import("~/features/legal/terms-gate"));

/** Only an edition to the patients' disadvantage is agreed to anew: without one in effect nobody is asked. */
function mayNeedConsent(): boolean {
	const today = koreanDay(new Date());
	return Object.values(EDITIONS).some((editions) =>
		editions.some((edition) => edition.isDisadvantage && edition.effective <= today),
	);
}

/** Sends a signed-out visitor to sign-in, from where the same screen is reached again. */
export default function PersonLayout() {
	const { state } = useSession();
	const { pathname, search } = useLocation();
	// Whoever logs out here is on the way to sign-in already, and does not mean to come back to this screen.
	const [leaving, setLeaving] = useState(false);
	useEffect(dropStaleClaim, []);
	if (state === "LOGGING_OUT" && !leaving) setLeaving(true);
	if (leaving) return null;
	if (state === "LOGGED_OUT")
		return <Navigate to={withRedirect(pathTo("signIn"), pathname + search)} replace />;
	return (
		<>
			{mayNeedConsent() ? (
				<Suspense>
					<TermsGate />
				</Suspense>
			) : null}
			<Outlet />
		</>
	);
}
