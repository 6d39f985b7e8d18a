import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import type { Tci } from "~/lib/api/types";
import { countedScores, isPending } from "~/lib/tci/grade";

const SLOW_AFTER_MS = 60_000;
const FIRST_POLL_MS = 700;
const LAST_POLL_MS = 5_000;
const SLOW_POLL_MS = 10_000;
const PAGE = 20;

/** How long to wait before looking again, after having waited `elapsed`: longer and longer. */
export function pollDelay(elapsed: number): number {
	if (elapsed >= SLOW_AFTER_MS) return SLOW_POLL_MS;
	return Math.min(LAST_POLL_MS, FIRST_POLL_MS + elapsed / 4);
}

const resultOptions = (tciId: number) =>
	$api.queryOptions("get", "/patients/tcis/self-check/{tciId}", { params: { path: { tciId } } });
const listKey = ["get", "/patients/tcis/self-check"];
const recentOptions = (personId: number | null) =>
	$api.queryOptions("get", "/patients/tcis/self-check", {
		params: { query: { limit: PAGE, ...(personId === null ? {} : { personId }) } },
	});
const historyKey = ["self-check", "history"];

/** One check, looked at again while it is being read. `slow` says that it takes longer than it should. */
export function useResult(tciId: number) {
	const since = useRef(Date.now());
	const [slow, setSlow] = useState(false);
	const query = useQuery({
		...resultOptions(tciId),
		refetchInterval: ({ state }) =>
			state.data && isPending(state.data.tci) ? pollDelay(Date.now() - since.current) : false,
	});
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

/** The latest checks of the person that a check is of, newest first; nothing before that is known. */
export function useRecent(tci: Tci | undefined) {
	const personId = tci?.person && tci.person.relation !== "self" ? tci.person.id : null;
	const options = recentOptions(personId);
	const query = useQuery(tci ? options : { ...options, enabled: false });
	return query.data?.tcis ?? [];
}

/** The whole history of one person, page by page. */
export function useHistory(personId: number | null) {
	return useInfiniteQuery({
		queryKey: [...historyKey, personId],
		queryFn: async ({ pageParam, signal }) => {
			const { data, error } = await api.GET("/patients/tcis/self-check", {
				params: {
					query: {
						limit: PAGE,
						...(personId === null ? {} : { personId }),
						...(pageParam === null ? {} : { before: pageParam }),
					},
				},
				signal,
			});
			if (!data) throw error;
			return data;
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

/** Takes over a check that a call answered, and forgets the lists that lack it. */
export function useTakeOver() {
	const client = useQueryClient();
	return (tci: Tci) => {
		client.setQueryData(resultOptions(tci.id).queryKey, { tci });
		void client.invalidateQueries({ queryKey: listKey });
		void client.invalidateQueries({ queryKey: historyKey });
	};
}

/** The latest check with scores that was made before this one. */
export function previousOf(tci: Tci, recent: readonly Tci[]): Tci | null {
	return recent.find((each) => each.id < tci.id && countedScores(each) !== null) ?? null;
}
