import type { Middleware } from "openapi-fetch";
import { FormerSession } from "./query-client";

interface Options {
	/** The call that signs in: its answer belongs to the new session, and a refusal is about the password. */
	entry: string;
	/** The server no longer knows the session. */
	onExpired: () => void;
	/** A call was refused although somebody is signed in. */
	onForbidden: (problem: unknown) => void;
}

/** Ties each call of a client to the session in which it was made, so that a late answer is not taken for the next session's. */
export function createSessionCalls({ entry, onExpired, onForbidden }: Options) {
	let current = 0;
	/** The session of each call under way. */
	const sessions = new Map<string, number>();

	const middleware: Middleware = {
		onRequest({ id }) {
			sessions.set(id, current);
		},
		async onResponse({ id, request, response }) {
			const session = sessions.get(id);
			sessions.delete(id);
			if (new URL(request.url).pathname.endsWith(entry)) return;
			if (session !== current) throw new FormerSession();
			if (response.status === 401) onExpired();
			else if (response.status === 403) onForbidden(await response.clone().json());
		},
		onError({ id }) {
			sessions.delete(id);
		},
	};
	return {
		middleware,
		/** Calls from now on belong to another session. */
		startSession(): void {
			current += 1;
		},
	};
}
