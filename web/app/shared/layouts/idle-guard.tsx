import { type ReactNode, useEffect, useState } from "react";
import { isQuiet, noteInput } from "~/shared/lib/activity";
import type { SessionActivity } from "~/shared/lib/session-activity";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";

const CHECK_INTERVAL_MS = 1_000;
const ASK_MS = 10_000;
const WARN_MS = 120_000;
/** The server notes a use with up to a minute's delay, so the session may end that much earlier. */
const DELAY_MS = 60_000;

/** How long the session is kept from now on, if nobody uses it. */
export function idleLeft(now: number, usedAt: number, idleMs: number): number {
	return usedAt + idleMs - DELAY_MS - now;
}

interface IdleSession {
	activity: SessionActivity;
	/** How long the server keeps the session without use. */
	idleMs: () => number;
	/** Asks the server who is signed in, which is a use unless the time is over. */
	load: () => Promise<void>;
}

interface Props {
	session: IdleSession;
	texts: { title: string; text: string; stay: string; left: (seconds: number) => string };
	signOut: ReactNode;
}

/** Warns two minutes before the session ends because nobody uses it; who is at work here, only without calls, is not asked. */
export function IdleGuard({ session, texts, signOut }: Props) {
	const [left, setLeft] = useState<number | null>(null);
	useEffect(() => {
		const { activity, idleMs, load } = session;
		let [asked, isWarned] = [0, false];
		const timer = setInterval(() => {
			const [now, usedAt] = [Date.now(), activity.at()];
			if (usedAt === 0) return;
			const rest = idleLeft(now, usedAt, idleMs());
			const isWorking = rest <= WARN_MS && !isWarned && !isQuiet(now);
			isWarned = rest <= WARN_MS && !isWorking;
			setLeft(isWarned ? Math.max(0, rest) : null);
			// Someone works here, or the time is over and the server decides.
			if ((isWorking || rest <= 0) && now - asked > ASK_MS) {
				asked = now;
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
