import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { $api } from "~/patient/api";
import { queryClient } from "~/shared/api/query-client";
import type { NotificationPage } from "~/shared/api/types";

const options = $api.queryOptions("get", "/patients/notifications");

/** Caches the newest page of notifications, as loaded by a screen. */
export function setUnreadNotifications(page: NotificationPage): void {
	void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
	queryClient.setQueryData(options.queryKey, page);
}

/** Fetches the newest notifications unless they are fresh. A failure leaves the count unchanged. */
export async function loadUnreadNotifications(): Promise<void> {
	await queryClient.fetchQuery(options).catch(() => undefined);
}

/** The number of unread notifications. `asks`: fetches it, too. */
export function useUnread(asks: boolean): number {
	return useQuery(asks ? options : { ...options, enabled: false }).data?.unread ?? 0;
}

/** Refetches the count once a screen has its data, because the server marks notifications about it as read. */
export function useRefreshUnread(lastSeen: unknown): void {
	useEffect(() => {
		if (!lastSeen || queryClient.getQueryData<NotificationPage>(options.queryKey)?.unread === 0) return;
		void queryClient.invalidateQueries({ queryKey: options.queryKey });
	}, [lastSeen]);
}
