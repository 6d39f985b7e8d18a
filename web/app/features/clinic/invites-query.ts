import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import { randomKey } from "~/lib/random-key";

const options = $api.queryOptions("get", "/institutions/invites");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const MOST_DAYS = 90;
export const MOST_USES = 1000;

export function useInvites() {
	return useQuery(options);
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
		onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/** Ends an invitation: nobody can accept it from now on. */
export function useRevoke() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (code: string) => {
			const { error, response } = await api.DELETE("/institutions/invites/{code}", {
				params: { path: { code } },
			});
			if (!response.ok) throw error;
		},
		onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}
