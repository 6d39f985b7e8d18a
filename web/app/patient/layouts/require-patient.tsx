import { lazy, Suspense, useEffect, useState } from "react";
import { href, Navigate, Outlet, useLocation } from "react-router";
import { EDITIONS } from "~/patient/features/legal/editions";
import { keepResults, loadPatient, useSession } from "~/patient/session/session";
import { ScreenCrash } from "~/shared/layouts/crash-page";
import { CLAIM_KEY } from "~/shared/lib/draft";
import { koreanDay } from "~/shared/lib/korea";
import { withRedirect } from "~/shared/lib/redirect";
import { localStore } from "~/shared/lib/storage";
import { ErrorState } from "~/shared/ui/error-state";

/** Deletes the draft of a claim at sign-out; the code for it is fetched only where there is a draft. */
function dropStaleClaim(): void {
	if (localStore.get(CLAIM_KEY) === null) return;
	import("~/patient/features/insurance/claim-draft").then(
		(claim) => claim.readClaim(),
		() => undefined,
	);
}

const TermsGate = lazy(() => import("~/patient/features/legal/terms-gate"));

/** Only an edition to the patients' disadvantage is agreed to again: without one in effect nobody is asked. */
function mayNeedConsent(): boolean {
	const today = koreanDay(new Date());
	return Object.values(EDITIONS).some((editions) =>
		editions.some((edition) => edition.isDisadvantage && edition.effective <= today),
	);
}

/** Sends a signed-out visitor to sign-in, from where the same screen is reached again. */
export default function RequirePatient() {
	const { state, error } = useSession();
	const { pathname, search } = useLocation();
	// A patient who signs out here is on the way to sign-in already, and does not mean to come back to this screen.
	const [leaving, setLeaving] = useState(false);
	useEffect(dropStaleClaim, []);
	useEffect(keepResults, []);
	if (state === "LOGGING_OUT" && !leaving) setLeaving(true);
	if (leaving) return null;
	if (state === "LOGGED_OUT")
		return <Navigate to={withRedirect(href("/auth/signin"), pathname + search)} replace />;
	if (state === "UNREACHABLE") return <ErrorState error={error} onRetry={() => void loadPatient()} />;
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

export const ErrorBoundary = ScreenCrash;
