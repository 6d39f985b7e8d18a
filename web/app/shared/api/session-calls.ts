import type { Middleware } from "openapi-fetch";
import { StaleSessionError } from "./query-client";

interface Options {
	/** Path of the sign-in. Its response belongs to the new session, and a 401 is about the password. */
	entry: string;
	/** Called when the server no longer accepts the session. */
	onExpired: () => void;
	/** Called for a 403 in an open session. */
	onForbidden: (problem: unknown) => void;
}

/** Ties each request to the session in which it was made, so that a late response is not used in the next session. */
export function createSessionCalls({ entry, onExpired, onForbidden }: Options) {
	let current = 0;
	/** The session of each pending request. */
	const sessions = new Map<string, number>();

	const middleware: Middleware = {
		onRequest({ id }) {
			sessions.set(id, current);
		},
		async onResponse({ id, request, response }) {
			const session = sessions.get(id);
			sessions.delete(id);
			if (new URL(request.url).pathname.endsWith(entry)) return;
			if (session !== current) throw new StaleSessionError();
			if (response.status === 401) onExpired();
			else if (response.status === 403) onForbidden(await response.clone().json());
		},
		onError({ id }) {
			sessions.delete(id);
		},
	};
	return {
		middleware,
		/** Starts a new session for all requests from now on. */
		startSession(): void {
			current += 1;
		},
	};
}
