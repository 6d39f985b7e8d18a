import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/notifications.json";
import { loadUnreadNotifications, useUnread } from "~/patient/session/unread-notifications";
import { BellIcon } from "~/shared/ui/tool-icons";

bundleKo("notifications", ko);

const MAX_SHOWN = 9;

/** Link to the notifications. Its count is refetched on every navigation and when the page becomes visible. */
export default function Bell({ isScrolled }: { isScrolled: boolean }) {
	const { t } = useTranslation("notifications");
	const { pathname } = useLocation();
	const there = pathname === href("/notifications");
	// The notifications screen loads the count itself and shares it with the bell.
	const count = useUnread(!there);

	// biome-ignore lint/correctness/useExhaustiveDependencies: refetches on every navigation
	useEffect(() => {
		if (!there) void loadUnreadNotifications();
	}, [pathname, there]);

	return (
		<Link
			to={href("/notifications")}
			aria-current={there ? "page" : undefined}
			aria-label={count === 0 ? t("bell.none") : t("bell.some", { count })}
			className={`relative grid size-12 place-items-center rounded-full ${isScrolled ? "hover:bg-white/15" : "hover:bg-mint-100"}`}
		>
			<BellIcon className="size-6" />
			{count === 0 ? null : (
				<span
					aria-hidden="true"
					className="number absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full border-2 border-paper bg-danger px-1 text-[12px] leading-none font-bold text-white"
				>
					{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
				</span>
			)}
		</Link>
	);
}
