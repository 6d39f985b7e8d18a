import { useCallback, useEffect, useState } from "react";
import { api } from "~/patient/api";
import { isStatus, isTemporary } from "~/shared/api/problem";
import { unwrapEmpty } from "~/shared/api/unwrap";

type State = "checking" | "good" | "invalid" | "unreachable";

/** Whether a password link is still valid; checked on mount. */
export function useResetToken(token: string): { state: State; check: () => void } {
	const [state, setState] = useState<State>("checking");
	const check = useCallback(() => {
		let current = true;
		setState("checking");
		unwrapEmpty(api.GET("/patients/find-password/{token}", { params: { path: { token } } })).then(
			() => current && setState("good"),
			// A busy or broken server does not tell whether the link is valid.
			(error) => current && setState(isTemporary(error) || isStatus(error, 429) ? "unreachable" : "invalid"),
		);
		return () => {
			current = false;
		};
	}, [token]);
	useEffect(check, [check]);
	return { state, check };
}
