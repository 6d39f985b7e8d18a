import { useMutation } from "@tanstack/react-query";
import { api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

/** A secret for the authenticator app. */
export function useBeginFactor() {
	return useMutation({ mutationFn: () => unwrap(api.POST("/ops/auth/second-factor/setup")) });
}

/** The app's first code; the answer carries the recovery codes, this once. */
export function useConfirmFactor() {
	return useMutation({
		mutationFn: (code: string) => unwrap(api.POST("/ops/auth/second-factor/confirm", { body: { code } })),
	});
}
