import { SESSION_CHANNEL, type SessionMessage } from "~/shared/lib/session-channel";

/** What another tab of this browser says about the session. */
export function sendFromOtherTab(message: SessionMessage): void {
	const channel = new BroadcastChannel(SESSION_CHANNEL);
	channel.postMessage(message);
	channel.close();
}
