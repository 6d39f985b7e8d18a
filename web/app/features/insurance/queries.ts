import {
	type InfiniteData,
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { currentLanguage } from "~/i18n/language";
import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";
import { isProblem } from "~/lib/api/problem";
import { orderStateOf } from "~/lib/insurance/states";
import type { Claim, ClaimChoice, NewClaim, Order } from "~/lib/insurance/types";
import { randomKey } from "~/lib/random-key";

const PAGE = 20;
const LOOK_AGAIN_MS = 15_000;
const ORDER_MS = 1_500;
/** A list of insurers changes with the tenant's contracts, not within a visit. */
const LASTING_MS = 60 * 60 * 1000;

// The lines of a claim are named in the reader's language.
const listKey = () => ["insurances", currentLanguage()];
const claimKey = (id: number) => ["insurance", currentLanguage(), id];
const orderKey = (oid: string) => ["order", oid];

export function useInsurers() {
	return useQuery({
		queryKey: ["insurers"],
		queryFn: ({ signal }) => answered(api.GET("/patients/insurers", { signal })),
		staleTime: LASTING_MS,
	});
}

/** What a choice costs, line by line; nothing is asked while there is nothing to compute. */
export function useQuote(choice: ClaimChoice | null) {
	const asks =
		choice !== null && (choice.documents.length > 0 || choice.kind === "resend" || choice.kind === "forward");
	const options = {
		queryKey: ["quote", currentLanguage(), choice],
		queryFn: ({ signal }: { signal: AbortSignal }) =>
			answered(api.POST("/patients/insurances/quote", { body: choice as ClaimChoice, signal })),
		placeholderData: keepPreviousData,
	};
	return useQuery(asks ? options : { ...options, enabled: false, placeholderData: undefined });
}

/** The claims for one person, or for everybody, newest first, without the canceled ones. */
export function useClaims(personId: number | null) {
	return useInfiniteQuery({
		queryKey: [...listKey(), personId],
		queryFn: ({ pageParam, signal }) => {
			const query = {
				limit: PAGE,
				...(personId === null ? {} : { personId }),
				...(pageParam === null ? {} : { before: pageParam }),
			};
			return answered(api.GET("/patients/insurances", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

const claimOptions = (id: number) => ({
	queryKey: claimKey(id),
	queryFn: ({ signal }: { signal: AbortSignal }) =>
		answered(api.GET("/patients/insurances/{id}", { params: { path: { id } }, signal })),
});

/** One claim, looked at again from time to time while something can still happen to it. */
export function useClaim(id: number | null) {
	const options = {
		...claimOptions(id ?? 0),
		refetchInterval: ({ state }: { state: { data?: { insuranceClaim: Claim } } }) => {
			const status = state.data?.insuranceClaim.status;
			return status === 0 || status === 1 ? LOOK_AGAIN_MS : (false as const);
		},
	};
	return useQuery(id === null ? { ...options, enabled: false } : options);
}

/** What a clinic offers with a claim; what it cannot fulfil is not shown. */
export function useOffers(clinic: number | null) {
	const options = {
		queryKey: ["claim-options", clinic],
		queryFn: ({ signal }: { signal: AbortSignal }) =>
			answered(
				api.GET("/patients/institutions/{id}/claim-options", {
					params: { path: { id: clinic ?? 0 } },
					signal,
				}),
			),
	};
	return useQuery(clinic === null ? { ...options, enabled: false } : options);
}

/** One order, asked about until it stands. */
export function useOrder(oid: string | null) {
	const options = {
		queryKey: orderKey(oid ?? ""),
		queryFn: ({ signal }: { signal: AbortSignal }) =>
			answered(api.GET("/patients/payments/{oid}", { params: { path: { oid: oid ?? "" } }, signal })),
		staleTime: 0,
		// The phone may show another app meanwhile, and the desktop another window.
		refetchIntervalInBackground: true,
		refetchInterval: ({ state }: { state: { data?: { order: Order }; error: unknown } }) => {
			if (isProblem(state.error) && state.error.status < 500) return false as const;
			const isOpen = !state.data || orderStateOf(state.data.order.status) === "waiting";
			return isOpen ? ORDER_MS : (false as const);
		},
	};
	return useQuery(oid === null ? { ...options, enabled: false } : options);
}

type Pages = InfiniteData<{ insuranceClaims: Claim[]; next: number | null }>;

/** Changes the claims that are on the screen as a call's success says, before they are asked for anew. */
export function useLocalClaims() {
	const client = useQueryClient();
	const inPages = (change: (claims: Claim[], at: number) => Claim[]) =>
		client.setQueriesData<Pages>({ queryKey: listKey() }, (pages) =>
			pages
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
		/** A changed claim stays where it is; a new one comes to the front. */
		take: (claim: Claim) => {
			client.setQueryData(claimKey(claim.id), { insuranceClaim: claim });
			inPages((claims, at) => {
				const known = claims.some(({ id }) => id === claim.id);
				if (known) return claims.map((each) => (each.id === claim.id ? claim : each));
				return at === 0 ? [claim, ...claims.filter(({ id }) => id !== claim.id)] : claims;
			});
			void client.invalidateQueries({ queryKey: listKey() });
		},
		/** A canceled claim leaves the list. */
		drop: (id: number) => {
			client.setQueryData<{ insuranceClaim: Claim }>(claimKey(id), (known) =>
				known ? { insuranceClaim: { ...known.insuranceClaim, status: -1, needToPayment: false } } : known,
			);
			inPages((claims) => claims.filter((each) => each.id !== id));
			void client.invalidateQueries({ queryKey: claimKey(id) });
		},
		lookAgain: (id: number) => client.invalidateQueries({ queryKey: claimKey(id) }),
	};
}

/** Takes a claim back. */
export function useCancelClaim(id: number) {
	const local = useLocalClaims();
	return useMutation({
		mutationFn: async () => {
			const { error, response } = await api.DELETE("/patients/insurances/{id}", {
				params: { path: { id } },
			});
			if (!response.ok) throw error;
		},
		onSuccess: () => local.drop(id),
		onError: () => local.lookAgain(id),
	});
}

/** Hands a claim in that is paid later. */
export function useHandInUnpaid() {
	const local = useLocalClaims();
	return useMutation({
		mutationFn: async ({ body, key }: { body: NewClaim; key: string }) => {
			const call = api.POST("/patients/insurances", { body, headers: { "Idempotency-Key": key } });
			return (await answered(call)).insurance;
		},
		onSuccess: local.take,
	});
}

/** Brings a paid order and its claim together, as often as one likes. `id`: the claim that was there before. */
export async function bindClaim(oid: string, id: number | null): Promise<Claim> {
	const call =
		id === null
			? api.POST("/patients/insurances", {
					body: { oid },
					headers: { "Idempotency-Key": randomKey() },
				})
			: api.PUT("/patients/insurances/{id}/payments", { params: { path: { id } }, body: { oid } });
	return (await answered(call)).insurance;
}
