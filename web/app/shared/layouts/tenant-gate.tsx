import { lazy, type ReactNode, Suspense } from "react";
import { href, useLocation } from "react-router";
import { useTenant } from "~/shared/lib/tenant";

/** What stays readable at a disabled tenant. */
const LEGAL: readonly string[] = [href("/terms"), href("/privacy")];

const DisabledTenant = lazy(() => import("./disabled-tenant"));

/** A disabled tenant's people see words and whom to ask, in place of screens whose every call is refused. */
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
