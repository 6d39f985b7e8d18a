import { type ComponentType, lazy, memo, Suspense } from "react";
import { NEXT_CHANGE } from "~/patient/features/legal/next-change";

const UpcomingTerms = lazy<ComponentType<typeof NEXT_CHANGE>>(() =>
	import("./upcoming-terms").catch(() => ({ default: () => null })),
);

/**
 * Announces a change of the terms or the privacy policy. Part of every prerendered page, so that it neither appears
 * late nor shifts the content; the page's first script shows it between announcement and effect. Memoized, because
 * rendering a dehydrated boundary again before its code has loaded makes it flicker.
 */
export const TermsBanner = memo(function TermsBanner() {
	return (
		<Suspense
			fallback={<div className="mb-4 hidden min-h-25 bg-info-tint in-data-terms-banner:block md:min-h-12" />}
		>
			<UpcomingTerms {...NEXT_CHANGE} />
		</Suspense>
	);
});
