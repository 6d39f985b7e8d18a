import { lazy, Suspense } from "react";
import { EDITIONS, upcomingOf } from "~/patient/features/legal/editions";
import { koreanDay } from "~/shared/lib/korea";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

const UpcomingTerms = lazy(() => import("./upcoming-terms").catch(() => ({ default: () => null })));

/** Says that the terms or the privacy policy will change, in the time between announcement and effect. */
export function TermsBanner() {
	const hydrated = useHydrated();
	const today = koreanDay(new Date());
	const terms = upcomingOf(EDITIONS.terms, today);
	const privacy = upcomingOf(EDITIONS.privacy, today);
	const next = terms ?? privacy;
	if (!hydrated || !next) return null;
	const both = terms && privacy && terms.effective === privacy.effective;
	return (
		<Suspense>
			<UpcomingTerms what={both ? "both" : terms ? "terms" : "privacy"} effective={next.effective} />
		</Suspense>
	);
}
