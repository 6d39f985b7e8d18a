import { useTranslation } from "react-i18next";
import { loadStaff, staffIdleMs } from "~/clinic/session/staff-session";
import { IdleGuard } from "~/shared/layouts/idle-guard";
import { staffActivity } from "~/shared/lib/session-activity";
import { SignOutButton } from "./sign-out-button";

const SESSION = { activity: staffActivity, idleMs: staffIdleMs, load: loadStaff };

/** Warns staff before their session expires from inactivity. */
export function StaffIdleGuard() {
	const { t } = useTranslation("clinicAccount");
	const texts = {
		title: t("idle.title"),
		text: t("idle.text"),
		stay: t("idle.stay"),
		left: (seconds: number) => t("idle.left", { count: seconds }),
	};
	return <IdleGuard session={SESSION} texts={texts} signOut={<SignOutButton />} />;
}
