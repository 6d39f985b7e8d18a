import { type ReactNode, useEffect, useState } from "react";
import { isQuiet, noteInput } from "~/shared/lib/activity";
import type { SessionActivity } from "~/shared/lib/session-activity";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";

const CHECK_INTERVAL_MS = 1_000;
const MIN_LOAD_INTERVAL_MS = 10_000;
const WARN_MS = 120_000;
/** The server records a use up to a minute late, so the session may end that much earlier. */
const RETRY_DELAY_MS = 60_000;

/** Milliseconds until the session expires if nobody uses it. */
export function idleLeft(now: number, usedAt: number, idleMs: number): number {
	return usedAt + idleMs - RETRY_DELAY_MS - now;
}

interface IdleSession {
	activity: SessionActivity;
	/** How long the server keeps an unused session. */
	idleMs: () => number;
	/** Fetches the signed-in user, which extends the session unless it has expired. */
	load: () => Promise<void>;
}

interface Props {
	session: IdleSession;
	texts: { title: string; text: string; stay: string; left: (seconds: number) => string };
	signOut: ReactNode;
}

/**
 * Warns two minutes before the session expires from inactivity. A user who is active without making calls is not
 * warned; the session is extended.
 */
export function IdleGuard({ session, texts, signOut }: Props) {
	const [left, setLeft] = useState<number | null>(null);
	useEffect(() => {
		const { activity, idleMs, load } = session;
		let [lastLoadAt, isWarned] = [0, false];
		const timer = setInterval(() => {
			const [now, usedAt] = [Date.now(), activity.at()];
			if (usedAt === 0) return;
			const rest = idleLeft(now, usedAt, idleMs());
			const isWorking = rest <= WARN_MS && !isWarned && !isQuiet(now);
			isWarned = rest <= WARN_MS && !isWorking;
			setLeft(isWarned ? Math.max(0, rest) : null);
			// The user is active, or the time is over and the server decides.
			if ((isWorking || rest <= 0) && now - lastLoadAt > MIN_LOAD_INTERVAL_MS) {
				lastLoadAt = now;
				void load();
			}
		}, CHECK_INTERVAL_MS);
		return () => clearInterval(timer);
	}, [session]);
	if (left === null) return null;
	const stay = () => {
		noteInput();
		void session.load();
	};
	return (
		<Dialog title={texts.title}>
			<p className="mt-2 text-ink-600">{texts.text}</p>
			<p role="timer" className="number mt-3 text-center text-[28px] font-extrabold text-green-800">
				{texts.left(Math.ceil(left / 1_000))}
			</p>
			<div className="mt-5 grid grid-cols-2 items-start gap-2">
				{signOut}
				<Button onPress={stay}>{texts.stay}</Button>
			</div>
		</Dialog>
	);
}
