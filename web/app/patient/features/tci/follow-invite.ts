import { href } from "react-router";
import { api } from "~/patient/api";
import { loadPatient, sessionState } from "~/patient/session/session";
import { isStatus } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import type { Institution } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { withRedirect } from "~/shared/lib/redirect";

/** Why an invitation cannot be used. */
export type InviteFailure = { text: string };

const failureOf = (error: unknown): InviteFailure => ({ text: problemText(error) });

/** The clinic of an invitation. */
export async function findInvite(code: string): Promise<Institution | InviteFailure> {
	try {
		await loadPatient();
		return (await unwrap(api.GET("/patients/invites/{code}", { params: { path: { code } } }))).institution;
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
		const { institutionId } = await unwrap(api.POST("/patients/accept-invite", { body: { code } }));
		return `${href("/apply-tci")}?institutionId=${institutionId}`;
	} catch (error) {
		return isStatus(error, 401) ? signIn : failureOf(error);
	}
}
