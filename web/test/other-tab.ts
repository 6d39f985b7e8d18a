import { SESSION_CHANNEL, type SessionMessage } from "~/shared/lib/session-channel";

/** Sends a session message like another tab of this browser. */
export function sendFromOtherTab(message: SessionMessage): void {
	const channel = new BroadcastChannel(SESSION_CHANNEL);
	channel.postMessage(message);
	channel.close();
}
