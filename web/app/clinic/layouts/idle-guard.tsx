import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadStaff, staffIdleMs } from "~/clinic/session/staff-session";
import { isQuiet, noteInput } from "~/shared/lib/activity";
import { staffActiveAt } from "~/shared/lib/staff-activity";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { SignOutButton } from "./sign-out-button";

const LOOK_MS = 1_000;
const ASK_MS = 10_000;
const WARN_MS = 120_000;
/** The server notes a use with up to a minute's delay, so the session may end that much earlier. */
const DELAY_MS = 60_000;

/** How long the session is kept from now on, if nobody uses it. */
export function idleLeft(now: number, usedAt: number, idleMs: number): number {
	return usedAt + idleMs - DELAY_MS - now;
}

/** Warns two minutes before the session ends for want of use; who is at work here, only without calls, is not asked. */
export function IdleGuard() {
	const { t } = useTranslation("clinicAccount");
	const [left, setLeft] = useState<number | null>(null);
	useEffect(() => {
		let [asked, isWarned] = [0, false];
		const timer = setInterval(() => {
			const [now, usedAt] = [Date.now(), staffActiveAt()];
			if (usedAt === 0) return;
			const rest = idleLeft(now, usedAt, staffIdleMs());
			const isWorking = rest <= WARN_MS && !isWarned && !isQuiet(now);
			isWarned = rest <= WARN_MS && !isWorking;
			setLeft(isWarned ? Math.max(0, rest) : null);
			// Someone works here, or the time is over and the server decides.
			if ((isWorking || rest <= 0) && now - asked > ASK_MS) {
				asked = now;
				void loadStaff();
			}
		}, LOOK_MS);
		return () => clearInterval(timer);
	}, []);
	if (left === null) return null;
	return (
		<Dialog title={t("idle.title")}>
			<p className="mt-2 text-ink-600">{t("idle.text")}</p>
			<p role="timer" className="number mt-3 text-center text-[28px] font-extrabold text-green-800">
				{t("idle.left", { n: Math.ceil(left / 1_000) })}
			</p>
			<div className="mt-5 grid grid-cols-2 items-start gap-2">
				<SignOutButton />
				<Button
					onPress={() => {
						noteInput();
						void loadStaff();
					}}
				>
					{t("idle.stay")}
				</Button>
			</div>
		</Dialog>
	);
}
