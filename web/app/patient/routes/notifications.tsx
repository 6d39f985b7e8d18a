import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/notifications.json";
import { NotificationList } from "~/patient/features/notifications/notification-list";
import { useMarkAllRead, useMarkRead, useNotifications } from "~/patient/features/notifications/queries";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { Skeleton } from "~/shared/ui/skeleton";
import { BellIcon } from "~/shared/ui/tool-icons";

bundleKo("notifications", ko);

export const handle: RouteHandle = { back: "/", title: "notifications" };

export default function Notifications() {
	const { t } = useTranslation("notifications");
	const list = useNotifications();
	const mark = useMarkRead();
	const markAll = useMarkAllRead();
	const all = list.data?.pages.flatMap((page) => page.notifications);
	if (!all) {
		return list.error ? (
			<ErrorState error={list.error} onRetry={() => void list.refetch()} />
		) : (
			<NotificationsScreen>
				<Skeleton className="h-25 rounded-card" />
				<Skeleton className="h-25 rounded-card" />
				<Skeleton className="h-25 rounded-card" />
			</NotificationsScreen>
		);
	}
	if (all.length === 0) return <NoNotifications />;
	return (
		<NotificationsScreen>
			<UnreadSummary
				count={list.data?.pages[0]?.unread ?? 0}
				onReadAll={() => markAll.mutate(Math.max(...all.map(({ id }) => id)))}
			/>
			<NotificationList notifications={all} onRead={(id) => mark.mutate(id)} />
			<NextPageButton list={list}>{t("more")}</NextPageButton>
			<DeliveryLink />
		</NotificationsScreen>
	);
}

function NotificationsScreen({ children }: { children: ReactNode }) {
	const { t } = useTranslation("notifications");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("title")}</h1>
			{children}
		</div>
	);
}

function UnreadSummary({ count, onReadAll }: { count: number; onReadAll: () => void }) {
	const { t } = useTranslation("notifications");
	return (
		<div className="-mt-2 flex min-h-12 items-center justify-between gap-3">
			<p role="status" className="text-ink-600">
				{count > 0 ? t("count", { count }) : t("allRead")}
			</p>
			{count > 0 ? (
				<button
					type="button"
					className={buttonStyle("quiet", "-mr-3.5 shrink-0", "tight")}
					onClick={onReadAll}
				>
					{t("readAll")}
				</button>
			) : null}
		</div>
	);
}

/** Link to the settings of deliveries outside the app. */
function DeliveryLink() {
	const { t } = useTranslation("notifications");
	return (
		<Link to={href("/account/notifications")} className={buttonStyle("quiet", "w-full")}>
			{t("delivery")}
		</Link>
	);
}

function NoNotifications() {
	const { t } = useTranslation("notifications");
	return (
		<EmptyState mark={<BellIcon className="size-10" />} title={t("empty")} text={t("emptyText")}>
			<Link to={href("/")} className={buttonStyle()}>
				{t("action.home", { ns: "common" })}
			</Link>
			<DeliveryLink />
		</EmptyState>
	);
}
