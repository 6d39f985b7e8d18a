import { useQueryClient } from "@tanstack/react-query";
import { sessionKindOf } from "~/shared/api/query-client";

/** The only query that no change of hotel data affects. */
const isSession = (path: unknown) => path === "/hotel/auth/me";

/** Refetches everything on the screen, since an order or a refill changes stock, rooms, totals and the dashboard. */
export function useInvalidateHotel(): () => Promise<void> {
	const client = useQueryClient();
	return () =>
		client.invalidateQueries({
			predicate: ({ queryKey }) => sessionKindOf(queryKey) === "hotel" && !isSession(queryKey[1]),
		});
}
