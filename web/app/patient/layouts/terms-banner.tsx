import { type ComponentType, lazy, memo, Suspense } from "react";
import { NEXT_CHANGE } from "~/patient/features/legal/next-change";

const UpcomingTerms = lazy<ComponentType<typeof NEXT_CHANGE>>(() =>
	import("./upcoming-terms").catch(() => ({ default: () => null })),
);

/**
 * Says that the terms or the privacy policy will change. It is in every prerendered page, so that it neither comes late nor moves
 * what is below; the page's first script shows it in the time between announcement and effect. Rendered once: a dehydrated boundary
 * that is rendered again before its code is there would go and come back.
 */
export const TermsBanner = memo(function TermsBanner() {
	return (
		<Suspense
			fallback={<div className="hidden min-h-25 bg-info-tint in-data-terms-banner:block md:min-h-12" />}
		>
			<UpcomingTerms {...NEXT_CHANGE} />
		</Suspense>
	);
});
