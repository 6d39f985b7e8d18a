import { type ReactNode, useEffect } from "react";
import { href, Navigate, useLocation } from "react-router";
import { setLanguage } from "~/i18n/i18n";
import { useTenantKind } from "~/shared/lib/tenant";
import { NotFound } from "./not-found";

/** The dental product's screens: a hotel's hosts have none of them, and begin with the hotels' own. */
export function DentalOnly({ children }: { children: ReactNode }) {
	return useTenantKind() === "hotel" ? <Elsewhere /> : children;
}

function Elsewhere() {
	const { pathname } = useLocation();
	useEffect(() => void setLanguage("en"), []);
	if (pathname === href("/")) return <Navigate to={href("/hotel")} replace />;
	return (
		<main className="mx-auto max-w-[560px] px-5">
			<NotFound />
		</main>
	);
}
