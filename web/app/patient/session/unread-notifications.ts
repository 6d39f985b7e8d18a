import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { $api } from "~/patient/api";
import { queryClient } from "~/shared/api/query-client";
import type { NotificationPage } from "~/shared/api/types";

const options = $api.queryOptions("get", "/patients/notifications");

/** Sets the newest notifications as a screen has them. */
export function setUnreadNotifications(page: NotificationPage): void {
	void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
	queryClient.setQueryData(options.queryKey, page);
}

/** Asks for the newest notifications, unless that was just done. A failure leaves the count as it is. */
export async function loadUnreadNotifications(): Promise<void> {
	await queryClient.fetchQuery(options).catch(() => undefined);
}

/** How many notifications are unread. `asks`: by itself. */
export function useUnread(asks: boolean): number {
	return useQuery(asks ? options : { ...options, enabled: false }).data?.unread ?? 0;
}

/** The server marks notifications about what a screen shows as read: counts them again when that screen has its data. */
export function useRefreshUnread(seen: unknown): void {
	useEffect(() => {
		if (!seen || queryClient.getQueryData<NotificationPage>(options.queryKey)?.unread === 0) return;
		void queryClient.invalidateQueries({ queryKey: options.queryKey });
	}, [seen]);
}
