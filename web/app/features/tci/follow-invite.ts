import { api } from "~/lib/api/client";
import { isProblem } from "~/lib/api/problem";
import type { Institution } from "~/lib/api/types";
import { withRedirect } from "~/lib/redirect";
import { loadPatient, refuse, sessionState } from "~/lib/session";
import { pathTo } from "~/route-table";

/** Why an invitation leads nowhere: the server's words, or null when it could not be asked. */
export type InviteFailure = { text: string | null };

const failureOf = (error: unknown): InviteFailure => ({ text: isProblem(error) ? error.detail : null });

/** The clinic that an invitation leads to. */
export async function findInvite(code: string): Promise<Institution | InviteFailure> {
	try {
		await loadPatient();
		const { data, error } = await api.GET("/patients/invites/{code}", { params: { path: { code } } });
		return data ? data.institution : failureOf(error);
	} catch (error) {
		return failureOf(error);
	}
}

/** Accepts an invitation and answers where it goes on: the application at its clinic, or sign-in and back. */
export async function followInvite(code: string): Promise<string | InviteFailure> {
	await loadPatient();
	const signIn = withRedirect(pathTo("signIn"), `${pathTo("invites")}?${new URLSearchParams({ code })}`);
	if (sessionState() !== "AUTHENTICATED") return signIn;
	try {
		const { data, error, response } = await api.POST("/patients/accept-invite", { body: { code } });
		if (data) return `${pathTo("applyTci")}?institutionId=${data.institutionId}`;
		if (response.status !== 401) return failureOf(error);
		refuse();
		return signIn;
	} catch (error) {
		return failureOf(error);
	}
}
