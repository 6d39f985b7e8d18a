import {
	type InfiniteData,
	type QueryClient,
	useInfiniteQuery,
	useMutation,
	useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { currentLanguage } from "~/i18n/language";
import { $api, api } from "~/patient/api";
import { setUnreadNotifications } from "~/patient/session/unread-notifications";
import type { NotificationPage } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

/** The server writes texts in the user's language, so each language is cached separately. */
const key = () => [
	...$api.queryOptions("get", "/patients/notifications").queryKey,
	"pages",
	currentLanguage(),
];
type Pages = InfiniteData<NotificationPage, number | null>;

/** All notifications. The newest page also sets the count of the bell. */
export function useNotifications() {
	const query = useInfiniteQuery({
		queryKey: key(),
		queryFn: async ({ pageParam, signal }) => {
			const params = { query: pageParam === null ? {} : { before: pageParam } };
			return await unwrap(api.GET("/patients/notifications", { params, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
	const newest = query.data?.pages[0];
	useEffect(() => {
		if (newest) setUnreadNotifications(newest);
	}, [newest]);
	return query;
}

/** A page in which these notifications are marked as read. */
function asRead(page: NotificationPage, ids: readonly number[], readAt: string): NotificationPage {
	const isRead = (each: NotificationPage["notifications"][number]) =>
		ids.includes(each.id) && each.readAt === null;
	const notifications = page.notifications.map((each) => (isRead(each) ? { ...each, readAt } : each));
	return { ...page, notifications };
}

/** Optimistically marks notifications as read, on the screen and in the bell. */
function showAsRead(client: QueryClient, choose: (pages: Pages) => { ids: number[]; unread: number }): void {
	const readAt = new Date().toISOString();
	const shown = client.setQueryData<Pages>(key(), (old) => {
		if (!old) return old;
		const { ids, unread } = choose(old);
		return { ...old, pages: old.pages.map((page) => ({ ...asRead(page, ids, readAt), unread })) };
	});
	if (shown?.pages[0]) setUnreadNotifications(shown.pages[0]);
}

const isUnread = (pages: Pages, id: number): boolean =>
	pages.pages.some((page) => page.notifications.some((each) => each.id === id && each.readAt === null));

/** Marks one as read, first on the screen, then on the server. The bell takes the count from the response. */
export function useMarkRead() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: number) =>
			unwrap(api.POST("/patients/notifications/{id}/read", { params: { path: { id } } })),
		onMutate: (id) =>
			showAsRead(client, (pages) => ({
				ids: [id],
				unread: (pages.pages[0]?.unread ?? 0) - (isUnread(pages, id) ? 1 : 0),
			})),
		onSuccess: setUnreadNotifications,
		onError: () => client.invalidateQueries({ queryKey: key() }),
	});
}

/** Marks everything up to the newest notification shown as read. */
export function useMarkAllRead() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (upTo: number) => unwrap(api.POST("/patients/notifications/read", { body: { upTo } })),
		onMutate: () =>
			showAsRead(client, ({ pages }) => ({
				ids: pages.flatMap((page) => page.notifications.map(({ id }) => id)),
				unread: 0,
			})),
		onSuccess: setUnreadNotifications,
		onError: () => client.invalidateQueries({ queryKey: key() }),
	});
}
