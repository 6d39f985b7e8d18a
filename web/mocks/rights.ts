import { HttpResponse, http } from "msw";
import type { Notification } from "~/lib/api/types";
import { API, problem } from "./answers";
import { CREDENTIAL, db } from "./db";
import { wordsOf } from "./words";

const PAGE = 20;

const isPerson = (request: Request) => request.headers.get("Authorization") === `Bearer ${CREDENTIAL}`;

const refused = () => problem(401, "unauthorized", "로그인이 필요해요.");

function page(request: Request, before: number, limit: number) {
	const older = db.notifications.filter((each) => each.id < before);
	const notifications = older
		.slice(0, limit)
		.map((each) => ({ ...each, ...wordsOf(each.kind, request) }) satisfies Notification);
	return { notifications, next: older.length > limit ? (notifications.at(-1)?.id ?? null) : null };
}

/** Notifications, and what a person may do with the own data. */
export const rights = [
	http.get(`${API}/patients/notifications`, ({ request }) => {
		if (!isPerson(request)) return refused();
		const query = new URL(request.url).searchParams;
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		return HttpResponse.json(page(request, before, Number(query.get("limit") ?? PAGE)));
	}),
	http.post<{ id: string }>(`${API}/patients/notifications/:id/read`, ({ request, params }) => {
		if (!isPerson(request)) return refused();
		const read = db.notifications.find((each) => each.id === Number(params.id));
		if (!read) return problem(404, "not_found", "찾을 수 없어요.");
		read.readAt ??= new Date().toISOString();
		return HttpResponse.json(page(request, Number.POSITIVE_INFINITY, PAGE));
	}),
	http.post(`${API}/patients/export`, ({ request }) =>
		isPerson(request) ? HttpResponse.json({}, { status: 202 }) : refused(),
	),
];
