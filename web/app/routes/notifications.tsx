import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { NotificationList } from "~/features/notifications/notification-list";
import { useMarkRead, useNotifications } from "~/features/notifications/queries";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/notifications.json";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { buttonStyle } from "~/ui/button-style";
import { LoadProblem } from "~/ui/load-problem";
import { MessageScreen } from "~/ui/message-screen";
import { Skeleton } from "~/ui/skeleton";
import { BellIcon } from "~/ui/tool-icons";

bundleKo("notifications", ko);

export default function Notifications() {
	const { t } = useTranslation("notifications");
	const list = useNotifications();
	const mark = useMarkRead();
	const all = list.data?.pages.flatMap((page) => page.notifications);
	if (!all) {
		return list.error ? (
			<LoadProblem error={list.error} onRetry={() => void list.refetch()} />
		) : (
			<Frame>
				<Skeleton className="h-25 rounded-card" />
				<Skeleton className="h-25 rounded-card" />
				<Skeleton className="h-25 rounded-card" />
			</Frame>
		);
	}
	if (all.length === 0) return <Empty />;
	return (
		<Frame>
			<Unread count={all.filter((each) => each.readAt === null).length} />
			<NotificationList notifications={all} onRead={(id) => mark.mutate(id)} />
			{list.hasNextPage ? (
				<Button
					tone="secondary"
					isPending={list.isFetchingNextPage}
					onPress={() => void list.fetchNextPage()}
				>
					{t("more")}
				</Button>
			) : null}
		</Frame>
	);
}

function Frame({ children }: { children: ReactNode }) {
	const { t } = useTranslation("notifications");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("title")}</h1>
			{children}
		</div>
	);
}

function Unread({ count }: { count: number }) {
	const { t } = useTranslation("notifications");
	return (
		<p role="status" className="-mt-2 text-ink-600">
			{count > 0 ? t("count", { count }) : t("allRead")}
		</p>
	);
}

function Empty() {
	const { t } = useTranslation("notifications");
	return (
		<MessageScreen mark={<BellIcon className="size-10" />} title={t("empty")} text={t("emptyText")}>
			<Link to={pathTo("home")} className={buttonStyle()}>
				{t("action.home", { ns: "common" })}
			</Link>
		</MessageScreen>
	);
}
