import { useQuery } from "@tanstack/react-query";
import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";

/** What the payment providers paid out for the clinic's claims in a month, by day. */
export function useSettlements(month: string) {
	return useQuery({
		queryKey: ["clinic", "settlements", month],
		queryFn: ({ signal }) =>
			answered(api.GET("/institutions/payments/settlements", { params: { query: { month } }, signal })),
	});
}
