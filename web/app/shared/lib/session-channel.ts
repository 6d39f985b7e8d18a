import type { SessionKind } from "~/shared/api/query-client";
import { forgetDrafts } from "./draft";
import { page } from "./page";

export const SESSION_CHANNEL = "hyeobom-session";

/** What a tab tells the other ones: who is signed in there now, or null for nobody. */
export interface SessionMessage {
	kind: SessionKind;
	id: number | null;
}

const isSessionMessage = (value: unknown): value is SessionMessage =>
	typeof value === "object" && value !== null && "kind" in value && "id" in value;

const open = () =>
	typeof document === "undefined" || typeof BroadcastChannel === "undefined"
		? null
		: new BroadcastChannel(SESSION_CHANNEL);

/** What this tab listens on: a channel does not hear what is sent on itself, but another one of the same page would. */
const own = new Map<SessionKind, BroadcastChannel>();

export function notifyOtherTabs(message: SessionMessage): void {
	const listening = own.get(message.kind);
	const channel = listening ?? open();
	channel?.postMessage(message);
	if (!listening) channel?.close();
}

/** Somebody else is signed in: the page starts fresh, without anything of the one before. */
export function restartPage(): void {
	forgetDrafts();
	page.reload();
}

interface Listener {
	/** Who is signed in in this tab. */
	current: () => number | null;
	/** Nobody is signed in any more. */
	onSignedOut: () => void;
	/** The same person signed in, or the first one. */
	onSignedIn: () => void;
}

/** Follows what other tabs do with the session. Returns how to stop. */
export function followOtherTabs(
	kind: SessionKind,
	{ current, onSignedOut, onSignedIn }: Listener,
): () => void {
	const channel = open();
	if (!channel) return () => undefined;
	own.set(kind, channel);
	channel.onmessage = ({ data }) => {
		if (!isSessionMessage(data) || data.kind !== kind) return;
		const here = current();
		if (data.id === null) {
			forgetDrafts();
			onSignedOut();
		} else if (here !== null && here !== data.id) restartPage();
		else onSignedIn();
	};
	return () => {
		if (own.get(kind) === channel) own.delete(kind);
		channel.close();
	};
}
