import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { PaymentAccount } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const accountsOptions = (id: number) =>
	$api.queryOptions("get", "/ops/tenants/{id}/payment-accounts", { params: { path: { id } } });

export const usePaymentAccounts = (tenantId: number) => useQuery(accountsOptions(tenantId));

interface AccountBody {
	provider: string;
	clientId: string;
	/** Empty keeps the current one. */
	secret: string;
	active: boolean;
	reason: string;
}

/** Adds or changes an account at a provider. Its secret is write-only. */
export function useSaveAccount(id: number, account: PaymentAccount | null) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ provider, clientId, secret, active, reason }: AccountBody) =>
			account === null
				? unwrap(
						api.POST("/ops/tenants/{id}/payment-accounts", {
							params: { path: { id } },
							body: { provider, clientId, secret, reason },
						}),
					)
				: unwrap(
						api.PUT("/ops/tenants/{id}/payment-accounts/{accountId}", {
							params: { path: { id, accountId: account.id } },
							body: { clientId, active, reason, version: account.version, ...(secret ? { secret } : {}) },
						}),
					),
		onSuccess: () => client.invalidateQueries({ queryKey: accountsOptions(id).queryKey }),
	});
}

/** Checks with the provider whether it knows the account. */
export function useTestAccount(id: number) {
	return useMutation({
		mutationFn: (accountId: number) =>
			unwrap(
				api.POST("/ops/tenants/{id}/payment-accounts/{accountId}/test", {
					params: { path: { id, accountId } },
				}),
			),
	});
}
