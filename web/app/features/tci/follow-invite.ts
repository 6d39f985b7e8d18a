import { api } from "~/lib/api/client";
import { withRedirect } from "~/lib/redirect";
import { loadPatient, refuse, sessionState } from "~/lib/session";
import { pathTo } from "~/route-table";

/** How an opened invitation goes on: home without a code or once it is accepted, else through sign-in and back. */
export async function followInvite(code: string | null): Promise<string> {
	const home = pathTo("home");
	if (!code) return home;
	await loadPatient();
	const signIn = withRedirect(pathTo("signIn"), `${pathTo("invites")}?${new URLSearchParams({ code })}`);
	if (sessionState() !== "AUTHENTICATED") return signIn;
	try {
		const { response } = await api.POST("/patients/accept-invite", { body: { code } });
		if (response.status !== 401) return home;
		refuse();
		return signIn;
	} catch {
		// A failed acceptance is passed over: the invitation can be opened again.
		return home;
	}
}
