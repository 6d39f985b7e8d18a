import { useQuery } from "@tanstack/react-query";
import { $api } from "~/clinic/api";

/** Payouts of the payment providers for the clinic's claims in a month, by day. */
export function useSettlements(month: string) {
	return useQuery(
		$api.queryOptions("get", "/institutions/payments/settlements", { params: { query: { month } } }),
	);
}
