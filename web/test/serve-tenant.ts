import { queryClient } from "~/shared/api/query-client";
import type { Tenant } from "~/shared/api/types";

/** Makes the page's host serve this tenant. */
export function serveTenant(tenant: Tenant): void {
	queryClient.setQueriesData({ predicate: ({ queryKey }) => queryKey[1] === "/tenant" }, { tenant });
}
