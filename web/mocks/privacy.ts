import { HttpResponse } from "msw";
import { countedScores, percentOf } from "~/domain/tci/grade";
import type { Notification } from "~/shared/api/types";
import { db, isSignedIn } from "./db";
import { http } from "./http";
import { notificationTextOf } from "./notification-texts";
import { notFound, problem, unauthorized } from "./responses";

const PAGE_SIZE = 20;

function page(request: Request, before: number, limit: number) {
	const older = db.notifications.filter((each) => each.id < before);
	const notifications = older
		.slice(0, limit)
		.map(
			(each) =>
				({ ...each, ...notificationTextOf(each.kind, request), ...aboutOf(each) }) satisfies Notification,
		);
	const unread = db.notifications.filter((each) => each.readAt === null).length;
	return { notifications, next: older.length > limit ? (notifications.at(-1)?.id ?? null) : null, unread };
}

/** The clinic and the score of a notification. */
function aboutOf({ kind, link }: (typeof db.notifications)[number]): Pick<Notification, "clinic" | "score"> {
	const check = db.tcis.find(({ id }) => link === `/self-check/${id}`);
	const scores = check && kind === "result_ready" ? countedScores(check) : null;
	return { clinic: kind.startsWith("tci_") ? "혀봄치과의원" : null, score: scores && percentOf(scores) };
}

/** Notifications, consents, export and account deletion. */
export const privacy = [
	http.get("/patients/notifications", ({ request, query }) => {
		if (!isSignedIn(request)) return unauthorized();
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		return HttpResponse.json(page(request, before, Number(query.get("limit") ?? PAGE_SIZE)));
	}),
	http.post("/patients/notifications/{id}/read", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const read = db.notifications.find((each) => each.id === Number(params.id));
		if (!read) return notFound();
		read.readAt ??= new Date().toISOString();
		return HttpResponse.json(page(request, Number.POSITIVE_INFINITY, PAGE_SIZE));
	}),
	http.post("/patients/notifications/read", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { upTo } = await request.json();
		if (upTo === null) return problem(422, "validation", "입력한 내용을 확인해 주세요.");
		const readAt = new Date().toISOString();
		for (const each of db.notifications) if (each.id <= upTo) each.readAt ??= readAt;
		return HttpResponse.json(page(request, Number.POSITIVE_INFINITY, PAGE_SIZE));
	}),
	http.post("/patients/export", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({}, { status: 202 }) : unauthorized(),
	),
];
