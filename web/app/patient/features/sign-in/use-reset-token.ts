import { useCallback, useEffect, useState } from "react";
import { api } from "~/patient/api";

type State = "checking" | "good" | "invalid" | "unreachable";

/** Whether a password link is still valid; checked on mount. */
export function useResetToken(token: string): { state: State; check: () => void } {
	const [state, setState] = useState<State>("checking");
	const check = useCallback(() => {
		let current = true;
		setState("checking");
		api.GET("/patients/find-password/{token}", { params: { path: { token } } }).then(
			({ response }) => {
				if (!current) return;
				// A busy or broken server does not tell whether the link is valid.
				if (response.ok) setState("good");
				else setState(response.status >= 500 || response.status === 429 ? "unreachable" : "invalid");
			},
			() => current && setState("unreachable"),
		);
		return () => {
			current = false;
		};
	}, [token]);
	useEffect(check, [check]);
	return { state, check };
}
