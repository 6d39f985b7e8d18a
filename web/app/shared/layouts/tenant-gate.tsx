import { lazy, type ReactNode, Suspense } from "react";
import { href, useLocation } from "react-router";
import { useTenant } from "~/shared/lib/tenant";

/** Screens that stay available at a disabled tenant. */
const LEGAL: readonly string[] = [href("/terms"), href("/privacy")];

const DisabledTenant = lazy(() => import("./disabled-tenant"));

/** At a disabled tenant, shows a message with a contact instead of screens whose every call would be rejected. */
export function TenantGate({ children }: { children: ReactNode }) {
	const tenant = useTenant();
	const { pathname } = useLocation();
	if (!tenant || tenant.active || LEGAL.includes(pathname)) return children;
	return (
		<Suspense>
			<DisabledTenant tenant={tenant} />
		</Suspense>
	);
}
