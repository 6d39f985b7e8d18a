import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { createPasskey } from "~/clinic/session/passkey";

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
		mutationFn: async (currentPassword: string) => {
			const { data, error } = await api.POST("/institutions/auth/second-factor/app", {
				body: { currentPassword },
			});
			if (!data) throw error;
			return data;
		},
	});
}

/** Confirms the app with its first code. Only this response has the recovery codes. */
export function useConfirmApp() {
	return useMutation({
		mutationFn: async (code: string) => {
			const { data, error } = await api.POST("/institutions/auth/second-factor/app/confirm", {
				body: { code },
			});
			if (!data) throw error;
			return data.recoveryCodes;
		},
	});
}

/** Replaces the recovery codes. */
export function useNewCodes() {
	return useMutation({
		mutationFn: async (currentPassword: string) => {
			const { data, error } = await api.POST("/institutions/auth/second-factor/recovery-codes", {
				body: { currentPassword },
			});
			if (!data) throw error;
			return data.recoveryCodes;
		},
	});
}

export function useRemoveFactor() {
	return useMutation({
		mutationFn: async (currentPassword: string) => {
			const { error, response } = await api.POST("/institutions/auth/second-factor/app/remove", {
				body: { currentPassword },
			});
			if (!response.ok) throw error;
		},
	});
}

/** Signs one session out. */
export function useEndSession() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (id: number) => {
			const { error, response } = await api.DELETE("/institutions/auth/sessions/{id}", {
				params: { path: { id } },
			});
			if (!response.ok) throw error;
		},
		onSettled: () => client.invalidateQueries({ queryKey: sessionsOptions.queryKey }),
	});
}

/** Registers a passkey. If the account had no recovery codes, only this response has them. */
export function useCreatePasskey() {
	return useMutation({
		mutationFn: async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
			const started = await api.POST("/institutions/auth/passkeys/options", { body: { currentPassword } });
			if (!started.data) throw started.error;
			const credential = await createPasskey(started.data.options);
			const { data, error } = await api.POST("/institutions/auth/passkeys", { body: { name, credential } });
			if (!data) throw error;
			return data.recoveryCodes;
		},
	});
}

export function useRemovePasskey(id: number) {
	return useMutation({
		mutationFn: async (currentPassword: string) => {
			const { error, response } = await api.POST("/institutions/auth/passkeys/{id}/remove", {
				params: { path: { id } },
				body: { currentPassword },
			});
			if (!response.ok) throw error;
		},
	});
}
