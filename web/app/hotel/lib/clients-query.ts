import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";
import type { ClientKind } from "~/hotel/types";

/** The clients that the user may see: hotels, headquarters, partners. */
export function useClients(kind?: ClientKind) {
	return useQuery($api.queryOptions("get", "/hotel/clients", { params: { query: kind ? { kind } : {} } }));
}
