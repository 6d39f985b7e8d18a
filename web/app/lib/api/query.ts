import { readCredential } from "~/lib/cookies";
import { refuse, whenLoggedOut } from "~/lib/session";
import { isStatus } from "./problem";
import { createQueryClient } from "./query-client";

function signOutOn401(error: unknown): void {
	if (isStatus(error, 401)) refuse();
}

/** What the server said to the patient. */
export const queryClient = createQueryClient(() => readCredential(document.cookie) !== null, signOutOn401);
whenLoggedOut(() => queryClient.clear());
