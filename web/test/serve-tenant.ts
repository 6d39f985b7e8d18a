import { queryClient } from "~/shared/api/query-client";
import type { Tenant } from "~/shared/api/types";
import { http } from "../mocks/http";
import { server } from "../mocks/node";
import { problem } from "../mocks/responses";

const TENANT = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === "/tenant" };

/** Makes the page's host serve this tenant. */
export function serveTenant(tenant: Tenant): void {
	queryClient.setQueriesData(TENANT, { tenant });
}

/** Makes the tenant's calls fail until the returned function is called. */
export function failTenant(): () => void {
	queryClient.removeQueries(TENANT);
	let isFailing = true;
	const fail = () => (isFailing ? problem(503, "unavailable", "잠시 뒤에 다시 시도해 주세요.") : undefined);
	server.use(http.get("/tenant", fail as never));
	return () => {
		isFailing = false;
	};
}
