import { href } from "react-router";
import { api } from "~/patient/api";
import { expireSession, loadPatient, sessionState } from "~/patient/session/session";
import { problemText } from "~/shared/api/problem-text";
import type { Institution } from "~/shared/api/types";
import { withRedirect } from "~/shared/lib/redirect";

/** Why an invitation cannot be used. */
export type InviteFailure = { text: string };

const failureOf = (error: unknown): InviteFailure => ({ text: problemText(error) });

/** The clinic of an invitation. */
export async function findInvite(code: string): Promise<Institution | InviteFailure> {
	try {
		await loadPatient();
		const { data, error } = await api.GET("/patients/invites/{code}", { params: { path: { code } } });
		return data ? data.institution : failureOf(error);
	} catch (error) {
		return failureOf(error);
	}
}

/** Accepts an invitation and returns where to continue: the application at its clinic, or the sign-in with a way back. */
export async function followInvite(code: string): Promise<string | InviteFailure> {
	await loadPatient();
	const signIn = withRedirect(href("/auth/signin"), `${href("/invites")}?${new URLSearchParams({ code })}`);
	if (sessionState() !== "AUTHENTICATED") return signIn;
	try {
		const { data, error, response } = await api.POST("/patients/accept-invite", { body: { code } });
		if (data) return `${href("/apply-tci")}?institutionId=${data.institutionId}`;
		if (response.status !== 401) return failureOf(error);
		expireSession();
		return signIn;
	} catch (error) {
		return failureOf(error);
	}
}
