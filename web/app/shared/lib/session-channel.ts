import type { SessionKind } from "~/shared/api/query-client";
import { forgetDrafts } from "./draft";
import { page } from "./page";

export const SESSION_CHANNEL = "hyeobom-session";

/** Message to other tabs: who is signed in now, or null for nobody. */
export interface SessionMessage {
	kind: SessionKind;
	id: number | null;
	/** Who signed out, if nobody is signed in. */
	former?: number | null;
}

const isSessionMessage = (value: unknown): value is SessionMessage =>
	typeof value === "object" && value !== null && "kind" in value && "id" in value;

const open = () =>
	typeof document === "undefined" || typeof BroadcastChannel === "undefined"
		? null
		: new BroadcastChannel(SESSION_CHANNEL);

/** Open channels of this tab. A channel does not receive its own messages, but a second one in the same page would. */
const own = new Map<SessionKind, BroadcastChannel>();

export function notifyOtherTabs(message: SessionMessage): void {
	const listening = own.get(message.kind);
	const channel = listening ?? open();
	channel?.postMessage(message);
	if (!listening) channel?.close();
}

interface Listener {
	/** Id of the user signed in in this tab. */
	current: () => number | null;
	/** Called when nobody is signed in any more. */
	onSignedOut: () => void;
	/** Called when the same user signed in again, or nobody was signed in here. */
	onSignedIn: () => void;
}

/** Follows session changes of other tabs. Returns a function that unsubscribes. */
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
			forgetDrafts(kind, data.former);
			onSignedOut();
		} else if (here !== null && here !== data.id) page.reload();
		else onSignedIn();
	};
	return () => {
		if (own.get(kind) === channel) own.delete(kind);
		channel.close();
	};
}
