import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { href, useLocation } from "react-router";
import { setLanguage } from "~/i18n/i18n";
import { page } from "~/shared/lib/page";
import { useTenantKind } from "~/shared/lib/tenant";

const NotFoundScreen = lazy(() =>
	import("./not-found").then((module) => ({ default: module.NotFoundScreen })),
);

/** Screens of the dental product. On a hotel's host they do not exist, and home redirects to the hotels' application. */
export function DentalOnly({ children }: { children: ReactNode }) {
	return useTenantKind() === "hotel" ? <HotelRedirect /> : children;
}

function HotelRedirect() {
	const isHome = useLocation().pathname === href("/");
	useEffect(() => {
		void setLanguage("en");
		// A document navigation, since it is another application.
		if (isHome) page.leave(href("/hotel"));
	}, [isHome]);
	return isHome ? null : (
		<Suspense>
			<NotFoundScreen />
		</Suspense>
	);
}
