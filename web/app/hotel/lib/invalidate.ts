import { useQueryClient } from "@tanstack/react-query";
import { sessionKindOf } from "~/shared/api/query-client";

/** Whose answer changes with none of the hotels' business. */
const isSession = (path: unknown) => path === "/hotel/auth/me";

/** Refetches what is on the screen: an order or a refill changes stock, rooms, figures and the dashboard at once. */
export function useInvalidateHotel(): () => Promise<void> {
	const client = useQueryClient();
	return () =>
		client.invalidateQueries({
			predicate: ({ queryKey }) => sessionKindOf(queryKey) === "hotel" && !isSession(queryKey[1]),
		});
}
