import { queryClient } from "~/shared/api/query-client";
import type { Tenant } from "~/shared/api/types";

/** The host that the page is on serves this tenant. */
export function serveTenant(tenant: Tenant): void {
	queryClient.setQueriesData({ predicate: ({ queryKey }) => queryKey[1] === "/tenant" }, { tenant });
}
