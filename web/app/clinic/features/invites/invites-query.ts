import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { $api, api } from "~/clinic/api";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { randomKey } from "~/shared/lib/random-key";

const invitesKey = [...$api.queryOptions("get", "/institutions/invites").queryKey, "pages"];
const PAGE_SIZE = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const MAX_DAYS = 90;
export const MAX_USES = 1000;

/** The clinic's invitations, newest first, page by page. */
export function useInvites() {
	return useInfiniteQuery({
		queryKey: invitesKey,
		queryFn: async ({ pageParam, signal }) => {
			const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) };
			return unwrap(api.GET("/institutions/invites", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

interface InviteOptions {
	days: number;
	maxUses: number;
}

/** An idempotency key and its body. The expiry is a minute early, since the clocks of client and server differ. */
const requestFor = (wanted: InviteOptions) => ({
	wanted,
	key: randomKey(),
	body: {
		expiresAt: new Date(Date.now() + wanted.days * DAY_MS - MINUTE_MS).toISOString(),
		maxUses: wanted.maxUses,
	},
});

/** Creates an invitation. A retry after a lost response does not create a second one. */
export function useInvite() {
	const client = useQueryClient();
	const open = useRef<ReturnType<typeof requestFor> | null>(null);
	return useMutation({
		mutationFn: async (wanted: InviteOptions) => {
			const last = open.current?.wanted;
			const isSame = last?.days === wanted.days && last.maxUses === wanted.maxUses;
			if (!open.current || !isSame) open.current = requestFor(wanted);
			const { key, body } = open.current;
			const headers = { "Idempotency-Key": key };
			return (await unwrap(api.POST("/institutions/invites", { body, headers }))).invite;
		},
		onSuccess: () => {
			open.current = null;
			return client.invalidateQueries({ queryKey: invitesKey });
		},
	});
}

/** Revokes an invitation, so that nobody can accept it any more. Calls `onRevoked` before the list is refetched. */
export function useRevoke(onRevoked: () => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (code: string) =>
			unwrapEmpty(api.DELETE("/institutions/invites/{code}", { params: { path: { code } } })),
		onSuccess: onRevoked,
		onSettled: () => client.invalidateQueries({ queryKey: invitesKey }),
	});
}
