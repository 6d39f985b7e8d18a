import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { countedScores, isPending } from "~/domain/tci/grade";
import { compareTimes, newestFirst } from "~/domain/tci/order";
import { $api } from "~/patient/api";
import { useRefreshUnread } from "~/patient/session/unread-notifications";
import { skipWithout } from "~/shared/api/skip-without";
import type { Tci } from "~/shared/api/types";

const SLOW_AFTER_MS = 60_000;
const FIRST_POLL_MS = 700;
const LAST_POLL_MS = 5_000;
const SLOW_POLL_MS = 10_000;
/** Enough for the trend chart and for an earlier photo to compare. */
const RECENT_LIMIT = 50;

/** The delay until the next poll, which grows with the elapsed time. */
export function pollDelay(elapsed: number): number {
	if (elapsed >= SLOW_AFTER_MS) return SLOW_POLL_MS;
	return Math.min(LAST_POLL_MS, FIRST_POLL_MS + elapsed / 4);
}

const resultOptions = (tciId: number) =>
	$api.queryOptions("get", "/patients/tcis/self-check/{tciId}", { params: { path: { tciId } } });
const listKey = $api.queryOptions("get", "/patients/tcis/self-check").queryKey;
const recentOptions = ({ person }: Tci) =>
	$api.queryOptions("get", "/patients/tcis/self-check", {
		params: {
			query: {
				limit: RECENT_LIMIT,
				...(person && person.relation !== "self" ? { personId: person.id } : {}),
			},
		},
	});

/** One check, polled while it is being read. `slow`: reading takes longer than expected. */
export function useResult(tciId: number) {
	const since = useRef(Date.now());
	const [slow, setSlow] = useState(false);
	const query = useQuery({
		...resultOptions(tciId),
		refetchInterval: ({ state }) =>
			state.data && isPending(state.data.tci) ? pollDelay(Date.now() - since.current) : false,
	});
	useRefreshUnread(query.data);
	const tci = query.data?.tci;
	const pending = tci ? isPending(tci) : false;
	useEffect(() => {
		if (!pending) return;
		since.current = Date.now();
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => {
			clearTimeout(timer);
			setSlow(false);
		};
	}, [pending]);
	return { tci, slow, error: query.error, refetch: query.refetch };
}

/** The latest checks of the same person, newest first; empty until they are loaded. */
export function useRecent(tci: Tci | undefined) {
	return newestFirst(useQuery(skipWithout(tci, recentOptions)).data?.tcis ?? []);
}

/** Caches a check that a call returned, and removes the lists that lack it. */
export function useSetResultCache() {
	const client = useQueryClient();
	return (tci: Tci) => {
		client.setQueryData(resultOptions(tci.id).queryKey, { tci });
		void client.invalidateQueries({ queryKey: listKey });
	};
}

/** The latest check with scores before this one. */
export function previousOf(tci: Tci, recent: readonly Tci[]): Tci | null {
	return recent.find((each) => compareTimes(each, tci) < 0 && countedScores(each) !== null) ?? null;
}

/** Earlier checks whose photo was read and can be shown next to this one, newest first. */
export function earlierOf(tci: Tci, recent: readonly Tci[]): Tci[] {
	return recent.filter(
		(each) => compareTimes(each, tci) < 0 && each.tciPicture?.aiResult && countedScores(each) !== null,
	);
}
