import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { href, useLocation } from "react-router";
import { setLanguage } from "~/i18n/i18n";
import { page } from "~/shared/lib/page";
import { useTenantKind } from "~/shared/lib/tenant";

const NotFoundScreen = lazy(() =>
	import("./not-found").then((module) => ({ default: module.NotFoundScreen })),
);

/** The dental product's screens: a hotel's hosts have none of them, and begin with the hotels' own. */
export function DentalOnly({ children }: { children: ReactNode }) {
	return useTenantKind() === "hotel" ? <Elsewhere /> : children;
}

function Elsewhere() {
	const isHome = useLocation().pathname === href("/");
	useEffect(() => {
		void setLanguage("en");
		// Another application, with a page of its own.
		if (isHome) page.leave(href("/hotel"));
	}, [isHome]);
	return isHome ? null : (
		<Suspense>
			<NotFoundScreen />
		</Suspense>
	);
}
