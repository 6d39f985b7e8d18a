import { useEffect } from "react";
import { useNavigate } from "react-router";
import { followInvite } from "~/features/tci/follow-invite";
import { useHydrated, useQuery } from "~/lib/use-query";

/** No screen of its own: accepts the invitation and leads on. */
export default function Invites() {
	const navigate = useNavigate();
	const hydrated = useHydrated();
	const code = useQuery().get("code");
	useEffect(() => {
		if (!hydrated) return;
		let left = false;
		void followInvite(code).then((path) => {
			if (!left) void navigate(path, { replace: true });
		});
		return () => {
			left = true;
		};
	}, [hydrated, code, navigate]);
	return null;
}
