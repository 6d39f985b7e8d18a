import { SESSION_CHANNEL, type SessionNews } from "~/shared/lib/session-channel";

/** What another tab of this browser says about the session. */
export function sendFromOtherTab(news: SessionNews): void {
	const channel = new BroadcastChannel(SESSION_CHANNEL);
	channel.postMessage(news);
	channel.close();
}
