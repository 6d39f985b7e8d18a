import type { SessionKind } from "~/shared/api/query-client";
import { forgetDrafts } from "./draft";
import { page } from "./page";

const CHANNEL = "hyeobom-session";

/** What a tab tells the other ones: who is signed in there now, or null for nobody. */
interface SessionNews {
	kind: SessionKind;
	id: number | null;
}

const isNews = (value: unknown): value is SessionNews =>
	typeof value === "object" && value !== null && "kind" in value && "id" in value;

const open = () =>
	typeof document === "undefined" || typeof BroadcastChannel === "undefined"
		? null
		: new BroadcastChannel(CHANNEL);

export function tellOtherTabs(news: SessionNews): void {
	const channel = open();
	channel?.postMessage(news);
	channel?.close();
}

/** Somebody else is signed in: the page begins anew, without anything of the one before. */
export function beginAnew(): void {
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

/** Follows what other tabs do with the session. Answers how to stop. */
export function followOtherTabs(
	kind: SessionKind,
	{ current, onSignedOut, onSignedIn }: Listener,
): () => void {
	const channel = open();
	if (!channel) return () => undefined;
	channel.onmessage = ({ data }) => {
		if (!isNews(data) || data.kind !== kind) return;
		const here = current();
		if (data.id === null) {
			forgetDrafts();
			onSignedOut();
		} else if (here !== null && here !== data.id) beginAnew();
		else onSignedIn();
	};
	return () => channel.close();
}
