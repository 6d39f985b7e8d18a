import { useEffect, useState } from "react";
import { api } from "~/patient/api";
import { isStatus } from "~/shared/api/problem";
import type { SocialProfile } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

export interface SocialState {
	state: "none" | "loading" | "ready" | "expired";
	profile: SocialProfile | null;
	/** Sent with the sign-up, so that the account is linked. */
	token: string | null;
}

const NO_SOCIAL: SocialState = { state: "none", profile: null, token: null };

/** The provider's profile of the person; if it cannot be loaded, the form starts empty. */
export function useSocialProfile(token: string | null): SocialState {
	const [found, setFound] = useState<SocialState>(NO_SOCIAL);
	useEffect(() => {
		if (!token) return;
		let current = true;
		unwrap(api.GET("/patients/social/profile", { params: { query: { token } } })).then(
			({ profile }) => current && setFound({ state: "ready", profile, token }),
			(error) => {
				const isExpired = isStatus(error, 404);
				if (current)
					setFound(isExpired ? { ...NO_SOCIAL, state: "expired" } : { state: "ready", profile: null, token });
			},
		);
		return () => {
			current = false;
		};
	}, [token]);
	if (!token) return NO_SOCIAL;
	return found.state === "none" ? { ...NO_SOCIAL, state: "loading", token } : found;
}
