import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { createPasskey } from "~/clinic/session/passkey";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

const factorOptions = $api.queryOptions("get", "/institutions/auth/second-factor");
const sessionsOptions = $api.queryOptions("get", "/institutions/auth/sessions");

export const useSecondFactor = () => useQuery(factorOptions);
export const useOwnSessions = () => useQuery(sessionsOptions);

/** Refetches the second factor. */
export function useInvalidateFactor() {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: factorOptions.queryKey });
}

/** Creates a secret for the authenticator app. */
export function useBeginApp() {
	return useMutation({
		mutationFn: (currentPassword: string) =>
			unwrap(api.POST("/institutions/auth/second-factor/app", { body: { currentPassword } })),
	});
}

/** Confirms the app with its first code. Only this response has the recovery codes. */
export function useConfirmApp() {
	return useMutation({
		mutationFn: async (code: string) => {
			const { recoveryCodes } = await unwrap(
				api.POST("/institutions/auth/second-factor/app/confirm", { body: { code } }),
			);
			return recoveryCodes;
		},
	});
}

/** Replaces the recovery codes. */
export function useNewCodes() {
	return useMutation({
		mutationFn: async (currentPassword: string) => {
			const { recoveryCodes } = await unwrap(
				api.POST("/institutions/auth/second-factor/recovery-codes", { body: { currentPassword } }),
			);
			return recoveryCodes;
		},
	});
}

export function useRemoveFactor() {
	return useMutation({
		mutationFn: (currentPassword: string) =>
			unwrapEmpty(api.POST("/institutions/auth/second-factor/app/remove", { body: { currentPassword } })),
	});
}

/** Signs one session out. */
export function useEndSession() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: number) =>
			unwrapEmpty(api.DELETE("/institutions/auth/sessions/{id}", { params: { path: { id } } })),
		onSettled: () => client.invalidateQueries({ queryKey: sessionsOptions.queryKey }),
	});
}

/** Registers a passkey. If the account had no recovery codes, only this response has them. */
export function useCreatePasskey() {
	return useMutation({
		mutationFn: async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
			const { options } = await unwrap(
				api.POST("/institutions/auth/passkeys/options", { body: { currentPassword } }),
			);
			const credential = await createPasskey(options);
			const { recoveryCodes } = await unwrap(
				api.POST("/institutions/auth/passkeys", { body: { name, credential } }),
			);
			return recoveryCodes;
		},
	});
}

export function useRemovePasskey(id: number) {
	return useMutation({
		mutationFn: (currentPassword: string) =>
			unwrapEmpty(
				api.POST("/institutions/auth/passkeys/{id}/remove", {
					params: { path: { id } },
					body: { currentPassword },
				}),
			),
	});
}
