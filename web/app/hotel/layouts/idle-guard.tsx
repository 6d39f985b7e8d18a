import { useTranslation } from "react-i18next";
import { formatNumber } from "~/hotel/lib/format";
import { hotelIdleMs, loadMe } from "~/hotel/session/hotel-session";
import { IdleGuard } from "~/shared/layouts/idle-guard";
import { hotelActivity } from "~/shared/lib/session-activity";
import { SignOutButton } from "./sign-out-button";

const SESSION = { activity: hotelActivity, idleMs: hotelIdleMs, load: loadMe };

/** Warns before the session expires from inactivity: after half an hour, for housekeepers after a shift. */
export function HotelIdleGuard() {
	const { t } = useTranslation("hotel");
	const texts = {
		title: t("idle.title"),
		text: t("idle.text"),
		stay: t("idle.stay"),
		left: (seconds: number) => t("idle.left", { count: seconds, n: formatNumber(seconds) }),
	};
	return <IdleGuard session={SESSION} texts={texts} signOut={<SignOutButton variant="form" />} />;
}
