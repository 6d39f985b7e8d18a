import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { randomKey } from "~/shared/lib/random-key";

const key = [...$api.queryOptions("get", "/institutions/invites").queryKey, "pages"];
const PAGE = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const MAX_DAYS = 90;
export const MAX_USES = 1000;

/** The clinic's invitations, newest first, page by page. */
export function useInvites() {
	return useInfiniteQuery({
		queryKey: key,
		queryFn: async ({ pageParam, signal }) => {
			const query = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
			const { data, error } = await api.GET("/institutions/invites", { params: { query }, signal });
			if (!data) throw error;
			return data;
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

/** Makes an invitation that holds for some days and so many people; a minute less, since clocks differ. */
export function useInvite() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({ days, maxUses }: { days: number; maxUses: number }) => {
			const { data, error } = await api.POST("/institutions/invites", {
				body: { expiresAt: new Date(Date.now() + days * DAY_MS - MINUTE_MS).toISOString(), maxUses },
				headers: { "Idempotency-Key": randomKey() },
			});
			if (!data) throw error;
			return data.invite;
		},
		onSuccess: () => client.invalidateQueries({ queryKey: key }),
	});
}

/** Ends an invitation: nobody can accept it from now on. `onRevoked` comes before the list is looked at again. */
export function useRevoke(onRevoked: () => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (code: string) => {
			const { error, response } = await api.DELETE("/institutions/invites/{code}", {
				params: { path: { code } },
			});
			if (!response.ok) throw error;
		},
		onSuccess: onRevoked,
		onSettled: () => client.invalidateQueries({ queryKey: key }),
	});
}
