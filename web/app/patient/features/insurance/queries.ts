import {
	type InfiniteData,
	keepPreviousData,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { orderStateOf } from "~/domain/claim/states";
import type { Claim, ClaimChoice, NewClaim, Order } from "~/domain/claim/types";
import { currentLanguage } from "~/i18n/language";
import { $api, api } from "~/patient/api";
import { useRefreshUnread } from "~/patient/session/unread-notifications";
import { isStatus, isTemporary } from "~/shared/api/problem";
import { skipWithout } from "~/shared/api/skip-without";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

const PAGE_SIZE = 20;
const POLL_INTERVAL_MS = 15_000;
const ORDER_POLL_INTERVAL_MS = 1_500;
/** The list of insurers changes with the tenant's contracts, not within a visit. */
const GC_TIME_MS = 60 * 60 * 1000;

const LIST = "/patients/insurances";
/** Claim lines are in the user's language, so each language is cached separately. */
const inLanguage = () => ({ headers: { "Accept-Language": currentLanguage() } });

const claimOptions = (id: number) =>
	$api.queryOptions("get", "/patients/insurances/{id}", { params: { path: { id } }, ...inLanguage() });
const orderOptions = (oid: string) =>
	$api.queryOptions("get", "/patients/payments/{oid}", { params: { path: { oid } } });

const quoteOptions = (choice: ClaimChoice) =>
	$api.queryOptions("post", "/patients/insurances/quote", { body: choice, ...inLanguage() });
const offersOptions = (clinic: number) =>
	$api.queryOptions("get", "/patients/institutions/{id}/claim-options", { params: { path: { id: clinic } } });

export function useInsurers() {
	return useQuery({ ...$api.queryOptions("get", "/patients/insurers"), staleTime: GC_TIME_MS });
}

/** The holder's profile, whose address is the default for registered mail. */
export function useOwnAddress() {
	return useQuery($api.queryOptions("get", "/patients/me/profile"));
}

/** The fee of a choice by line; skipped while there is nothing to compute. */
export function useQuote(choice: ClaimChoice | null) {
	const isPriced =
		choice !== null && (choice.documents.length > 0 || choice.kind === "resend" || choice.kind === "forward");
	return useQuery({
		...skipWithout(isPriced ? choice : null, quoteOptions),
		...(isPriced ? { placeholderData: keepPreviousData } : {}),
	});
}

/** The claims for one person, or for all people, newest first, without canceled ones. */
export function useClaims(personId: number | null) {
	const query = { limit: PAGE_SIZE, ...(personId === null ? {} : { personId }) };
	return $api.useInfiniteQuery(
		"get",
		LIST,
		{ params: { query }, ...inLanguage() },
		{
			pageParamName: "before",
			initialPageParam: null,
			getNextPageParam: (page: { next?: number | null }) => page.next ?? undefined,
		},
	);
}

/** One claim, polled while it can still change. */
export function useClaim(id: number | null) {
	const query = useQuery({
		...skipWithout(id, claimOptions),
		refetchInterval: ({ state }) => (isMoving(state.data?.insuranceClaim) ? POLL_INTERVAL_MS : false),
	});
	useRefreshUnread(query.data);
	return query;
}

/** Whether the clinic is working on it, or a refund is pending. */
const isMoving = (claim: Claim | undefined): boolean =>
	claim !== undefined &&
	(claim.status === 0 || claim.status === 1 || claim.payment?.refund?.state === "refunding");

/** A clinic's offers; what it cannot fulfil is not shown. */
export function useOffers(clinic: number | null) {
	return useQuery(skipWithout(clinic, offersOptions));
}

/** One order, polled until its state is final. */
export function useOrder(oid: string | null) {
	return useQuery({
		...skipWithout(oid, orderOptions),
		staleTime: 0,
		// The user may be in another app or window meanwhile.
		refetchIntervalInBackground: true,
		refetchInterval: ({ state }) => {
			if (!isTemporary(state.error)) return false;
			const isOpen = !state.data || orderStateOf(state.data.order.status) === "waiting";
			return isOpen ? ORDER_POLL_INTERVAL_MS : false;
		},
	});
}

/** Refetches an order at once. */
export function useInvalidateOrder() {
	const client = useQueryClient();
	return (oid: string) => void client.invalidateQueries({ queryKey: orderOptions(oid).queryKey });
}

type Pages = InfiniteData<{ insuranceClaims: Claim[]; next: number | null }>;

/** Updates cached claims after a successful call, before they are refetched. */
export function useLocalClaims() {
	const client = useQueryClient();
	const listKey = $api.queryOptions("get", LIST).queryKey;
	const updatePages = (change: (claims: Claim[], at: number) => Claim[]) =>
		client.setQueriesData<Pages>({ queryKey: listKey }, (pages) =>
			pages?.pages
				? {
						...pages,
						pages: pages.pages.map((page, at) => ({
							...page,
							insuranceClaims: change(page.insuranceClaims, at),
						})),
					}
				: pages,
		);
	return {
		/** A changed claim keeps its place; a new one is first. */
		take: (claim: Claim) => {
			client.setQueryData(claimOptions(claim.id).queryKey, { insuranceClaim: claim });
			updatePages((claims, at) => {
				const known = claims.some(({ id }) => id === claim.id);
				if (known) return claims.map((each) => (each.id === claim.id ? claim : each));
				return at === 0 ? [claim, ...claims.filter(({ id }) => id !== claim.id)] : claims;
			});
			void client.invalidateQueries({ queryKey: listKey });
		},
		/** Removes a canceled claim from the list. The server decides about the money. */
		drop: (id: number) => {
			client.setQueryData<{ insuranceClaim: Claim }>(claimOptions(id).queryKey, (known) =>
				known ? { insuranceClaim: { ...known.insuranceClaim, status: -1, needToPayment: false } } : known,
			);
			updatePages((claims) => claims.filter((each) => each.id !== id));
			// Home's list has no pages.
			void client.invalidateQueries({ queryKey: listKey });
			void client.invalidateQueries({ queryKey: claimOptions(id).queryKey });
		},
		invalidate: (id: number) => client.invalidateQueries({ queryKey: claimOptions(id).queryKey }),
	};
}

/** Withdraws a claim. */
export function useCancelClaim(id: number) {
	const local = useLocalClaims();
	return useMutation({
		mutationFn: () => unwrapEmpty(api.DELETE("/patients/insurances/{id}", { params: { path: { id } } })),
		onSuccess: () => local.drop(id),
		onError: () => local.invalidate(id),
	});
}

/** Cancels an order that is not being paid, and refetches it: its state is the result. */
export function useCancelOrder() {
	const refetch = useInvalidateOrder();
	return useMutation({
		mutationFn: (oid: string) =>
			unwrapEmpty(api.DELETE("/patients/payments/{oid}", { params: { path: { oid } } })),
		onSettled: (_data, _error, oid) => refetch(oid),
	});
}

interface UnpaidClaim {
	body: NewClaim;
	key: string;
	/** The orders that were made for the same draft. */
	orders: readonly string[];
}

/** Fetches an order; null if the patient has no such order. */
function useFetchOrder() {
	const client = useQueryClient();
	return async (oid: string): Promise<Order | null> => {
		try {
			return (await client.fetchQuery({ ...orderOptions(oid), staleTime: 0, networkMode: "always" })).order;
		} catch (error) {
			if (isStatus(error, 404)) return null;
			throw error;
		}
	};
}

/**
 * Submits a claim to be paid later. If one of its orders is paid or can still be paid, nothing is submitted and the order
 * is returned: its payment makes the claim, and this would be a second one.
 */
export function useSendUnpaidClaim() {
	const local = useLocalClaims();
	const fetchOrder = useFetchOrder();
	return useMutation({
		mutationFn: async ({ body, key, orders }: UnpaidClaim): Promise<{ claim: Claim } | { order: Order }> => {
			for (const oid of orders) {
				const order = await fetchOrder(oid);
				const state = order && orderStateOf(order.status);
				if (order && (state === "waiting" || state === "paid")) return { order };
			}
			const call = api.POST(LIST, { body, headers: { "Idempotency-Key": key } });
			return { claim: (await unwrap(call)).insurance };
		},
		onSuccess: (sent) => {
			if ("claim" in sent) local.take(sent.claim);
		},
	});
}
