import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { currentLanguage } from "~/i18n/language";
import { api } from "~/lib/api/client";
import type { News } from "~/lib/api/types";
import { takeNews } from "~/lib/news";

/** The server writes them in the reader's language. */
const key = () => ["notifications", currentLanguage()];
type Pages = InfiniteData<News, number | null>;

/** Every notification, page by page. The bell is told what the newest page says. */
export function useNotifications() {
	const query = useInfiniteQuery({
		queryKey: key(),
		queryFn: async ({ pageParam, signal }) => {
			const { data, error } = await api.GET("/patients/notifications", {
				params: { query: pageParam === null ? {} : { before: pageParam } },
				signal,
			});
			if (!data) throw error;
			return data;
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
	const newest = query.data?.pages[0];
	useEffect(() => {
		if (newest) takeNews(newest);
	}, [newest]);
	return query;
}

function asRead(page: News, id: number, readAt: string): News {
	const notifications = page.notifications.map((each) =>
		each.id === id ? { ...each, readAt: each.readAt ?? readAt } : each,
	);
	return { ...page, notifications };
}

/** Marks one as read: on the screen at once, then on the server, whose answer the bell takes over. */
export function useMarkRead() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (id: number) => {
			const { data, error } = await api.POST("/patients/notifications/{id}/read", {
				params: { path: { id } },
			});
			if (!data) throw error;
			return data;
		},
		onMutate: (id) => {
			const readAt = new Date().toISOString();
			const pages = client.setQueryData<Pages>(
				key(),
				(old) => old && { ...old, pages: old.pages.map((page) => asRead(page, id, readAt)) },
			);
			if (pages?.pages[0]) takeNews(pages.pages[0]);
		},
		onSuccess: takeNews,
		onError: () => client.invalidateQueries({ queryKey: key() }),
	});
}
