import { useQuery } from "@tanstack/react-query";
import createQueries from "openapi-react-query";
import { createApi } from "~/shared/api/client";
import { queryClient } from "~/shared/api/query-client";
import type { paths } from "~/shared/api/schema";
import type { Tenant } from "~/shared/api/types";
import { useHydrated } from "./use-hydrated-search-params";

/** The product's name until the tenant is loaded. */
const FALLBACK_NAME = "혀봄";

const options = createQueries(createApi<Pick<paths, "/tenant">>()).queryOptions("get", "/tenant", undefined, {
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: Number.POSITIVE_INFINITY,
	enabled: hasTenant,
});

/** The operators' console belongs to no tenant. */
function hasTenant(): boolean {
	return typeof location !== "undefined" && !/^\/ops(\/|$)/.test(location.pathname);
}

/** Loads the tenant, once. */
export async function loadTenant(): Promise<void> {
	if (hasTenant()) await queryClient.fetchQuery(options).catch(() => undefined);
}

export function useTenant(): Tenant | null {
	const isHydrated = useHydrated();
	const { data } = useQuery(options);
	return (isHydrated && data?.tenant) || null;
}

/** The product of this host: the dental clinics' or the hotels'; null until it is known. */
export function useTenantKind(): "dental" | "hotel" | null {
	const tenant = useTenant();
	return tenant && (tenant.kind === "hotel" ? "hotel" : "dental");
}

/** The tenant's kind, with the query's error and `refetch`. */
export function useTenantQuery() {
	const kind = useTenantKind();
	const { error, refetch } = useQuery(options);
	return { kind, error, refetch };
}

export function useProductName(): string {
	return useTenant()?.name ?? FALLBACK_NAME;
}
