import { lazy, Suspense, useEffect, useState } from "react";
import { href, Navigate, Outlet, useLocation } from "react-router";
import { EDITIONS } from "~/patient/features/legal/editions";
import { loadPatient, storeResultsOffline, useSession } from "~/patient/session/session";
import { ScreenCrash } from "~/shared/layouts/crash-page";
import { CLAIM_KEY } from "~/shared/lib/draft";
import { koreanDay } from "~/shared/lib/korea";
import { withRedirect } from "~/shared/lib/redirect";
import { localStore } from "~/shared/lib/storage";
import { ErrorState } from "~/shared/ui/error-state";

/** Deletes a stale claim draft by reading it. Loads the code only if there is a draft. */
function dropStaleClaim(): void {
	if (localStore.get(CLAIM_KEY) === null) return;
	import("~/patient/features/insurance/claim-draft").then(
		(claim) => claim.readClaim(),
		() => undefined,
	);
}

const TermsGate = lazy(() => import("~/patient/features/legal/terms-gate"));

/** Whether a new consent may be required: only an edition to the patients' disadvantage needs one. */
function mayNeedConsent(): boolean {
	const today = koreanDay(new Date());
	return Object.values(EDITIONS).some((editions) =>
		editions.some((edition) => edition.isDisadvantage && edition.effective <= today),
	);
}

/** Redirects signed-out visitors to the sign-in, which returns them to the same screen. */
export default function RequirePatient() {
	const { state, error } = useSession();
	const { pathname, search } = useLocation();
	// A patient who signs out here is already navigating to the sign-in, and should not return to this screen afterwards.
	const [leaving, setLeaving] = useState(false);
	useEffect(dropStaleClaim, []);
	useEffect(storeResultsOffline, []);
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
