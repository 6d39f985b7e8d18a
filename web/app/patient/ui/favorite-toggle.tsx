import { lazy, Suspense } from "react";
import type { Institution } from "~/shared/api/types";

const FavoriteButton = lazy(() =>
	import("./favorite-button").then((module) => ({ default: module.FavoriteButton })),
);

/** Marks a clinic as a favorite. Its code is lazy; a placeholder reserves its size. */
export function FavoriteToggle({ institution }: { institution: Institution }) {
	return (
		<Suspense fallback={<span className="size-12 shrink-0" />}>
			<FavoriteButton institution={institution} />
		</Suspense>
	);
}
