import { useEffect, useState } from "react";
import { api } from "~/patient/api";
import { isStatus } from "~/shared/api/problem";
import type { SocialProfile } from "~/shared/api/types";

export interface Social {
	state: "none" | "loading" | "ready" | "expired";
	profile: SocialProfile | null;
	/** Sent with the sign-up, so that the account is linked. */
	token: string | null;
}

const NONE: Social = { state: "none", profile: null, token: null };

/** The provider's profile of the person; if it cannot be loaded, the form starts empty. */
export function useSocialProfile(token: string | null): Social {
	const [found, setFound] = useState<Social>(NONE);
	useEffect(() => {
		if (!token) return;
		let current = true;
		api.GET("/patients/social/profile", { params: { query: { token } } }).then(
			({ data, error }) => {
				if (!current) return;
				if (isStatus(error, 404)) setFound({ ...NONE, state: "expired" });
				else setFound({ state: "ready", profile: data?.profile ?? null, token });
			},
			() => current && setFound({ state: "ready", profile: null, token }),
		);
		return () => {
			current = false;
		};
	}, [token]);
	if (!token) return NONE;
	return found.state === "none" ? { ...NONE, state: "loading", token } : found;
}
