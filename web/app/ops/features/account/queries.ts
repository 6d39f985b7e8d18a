import { useMutation } from "@tanstack/react-query";
import { api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

/** Creates a secret for the authenticator app. */
export function useBeginFactor() {
	return useMutation({ mutationFn: () => unwrap(api.POST("/ops/auth/second-factor/setup")) });
}

/** Confirms the app with its first code. Only this response has the recovery codes. */
export function useConfirmFactor() {
	return useMutation({
		mutationFn: (code: string) => unwrap(api.POST("/ops/auth/second-factor/confirm", { body: { code } })),
	});
}
