import { useSyncExternalStore } from "react";
import { api } from "~/lib/api/client";
import type { News } from "~/lib/api/types";
import { refuse, whenLoggedOut } from "~/lib/session";

/** How long an answer is good enough for the bell. */
const FRESH_MS = 15_000;

let newest: News | null = null;
let askedAt = 0;
/** Counts the people who were signed in, so that a late answer is not shown to the next one. */
let person = 0;
const listeners = new Set<() => void>();

function keep(news: News | null): void {
	newest = news;
	for (const listener of listeners) listener();
}

whenLoggedOut(() => {
	person += 1;
	askedAt = 0;
	keep(null);
});

/** Takes over the newest notifications as a screen knows them. */
export function takeNews(news: News): void {
	askedAt = Date.now();
	keep(news);
}

/** Asks for the newest notifications, unless that was just done. A failure leaves the count as it is. */
export async function loadNews(): Promise<void> {
	if (Date.now() - askedAt < FRESH_MS) return;
	askedAt = Date.now();
	const asker = person;
	try {
		const { data, response } = await api.GET("/patients/notifications");
		if (asker !== person) return;
		if (data) keep(data);
		else if (response.status === 401) refuse();
	} catch {
		askedAt = 0;
	}
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** How many of the newest notifications are unread; `more` when older ones may be, too. */
export function useUnread(): { count: number; more: boolean } {
	const news = useSyncExternalStore(
		subscribe,
		() => newest,
		() => null,
	);
	const all = news?.notifications ?? [];
	const count = all.filter((each) => each.readAt === null).length;
	return { count, more: count > 0 && count === all.length && news?.next !== null };
}
