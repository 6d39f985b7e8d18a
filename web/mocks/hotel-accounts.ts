import { HttpResponse } from "msw";
import type * as T from "~/hotel/types";
import { hotelDb, meOf } from "./hotel-db";
import { CLIENTS, HOTEL_PASSWORD } from "./hotel-seeds";
import { http } from "./http";
import { empty, notFound, problem } from "./responses";

const API = "*/api/v1/hotel";
const TEMPORARY = "Quiet-River-4827!";

const signedOut = () => problem(401, "unauthorized", "Please sign in.");
const signedInResponse = () => HttpResponse.json({ user: meOf(hotelDb.me as T.User) });
const newId = () => Date.now() % 1_000_000_000;

const session = [
	http.untyped.post(`${API}/auth/login`, async ({ request }) => {
		const { loginId, password } = (await request.json()) as Record<string, string>;
		const user = hotelDb.users.find((each) => each.loginId === loginId && each.active);
		if (!user || password !== HOTEL_PASSWORD) {
			return problem(401, "invalid_credentials", "The ID or password is not correct.");
		}
		hotelDb.me = user;
		return signedInResponse();
	}),
	http.untyped.get(`${API}/auth/me`, () => (hotelDb.me ? HttpResponse.json(meOf(hotelDb.me)) : signedOut())),
	http.untyped.put(`${API}/auth/password`, async ({ request }) => {
		const { present } = (await request.json()) as Record<string, string | undefined>;
		if (!hotelDb.me) return signedOut();
		if (!hotelDb.me.mustChangePassword && present !== HOTEL_PASSWORD) {
			const message = "The current password is not correct.";
			return problem(422, "validation", message, [{ field: "present", code: "mismatch", message }]);
		}
		hotelDb.me.mustChangePassword = false;
		return empty();
	}),
	http.untyped.post(`${API}/auth/logout`, () => {
		hotelDb.me = null;
		return empty();
	}),
];

const hotelNameOf = (id: unknown): T.HotelName | null => {
	const found = CLIENTS.find((each) => each.id === id);
	return found ? { id: found.id, name: found.name } : null;
};
type ClientBody = Pick<T.Client, "name" | "kind" | "address"> & {
	headquartersId: number | null;
	partnerId: number | null;
	active: boolean;
};
const clientOf = (id: number, { headquartersId, partnerId, ...body }: ClientBody): T.Client => ({
	...body,
	id,
	headquarters: hotelNameOf(headquartersId),
	partner: hotelNameOf(partnerId),
	hotelCount: 0,
});

const clients = [
	http.untyped.get(`${API}/clients`, ({ request }) => {
		const kind = new URL(request.url).searchParams.get("kind");
		return HttpResponse.json({ items: hotelDb.clients.filter((each) => !kind || each.kind === kind) });
	}),
	http.untyped.post(`${API}/clients`, async ({ request }) => {
		const made = clientOf(newId(), (await request.json()) as ClientBody);
		hotelDb.clients.push(made);
		return HttpResponse.json(made, { status: 201 });
	}),
	http.untyped.put(`${API}/clients/:id`, async ({ request, params }) => {
		const at = hotelDb.clients.findIndex(({ id }) => id === Number(params.id));
		if (at < 0) return notFound();
		const changed = clientOf(Number(params.id), (await request.json()) as ClientBody);
		hotelDb.clients[at] = changed;
		return HttpResponse.json(changed);
	}),
];

type UserBody = Omit<T.User, "id" | "client"> & { clientId?: number | null; hotelId?: number };
function createUser(body: UserBody, role: T.Role): T.User {
	const { clientId, hotelId, ...rest } = body;
	const of = hotelDb.clients.find(({ id }) => id === (clientId ?? hotelId));
	const client = of ? { id: of.id, name: of.name, kind: of.kind } : null;
	const made: T.User = { ...rest, id: newId(), role, client, active: true, mustChangePassword: true };
	hotelDb.users.push(made);
	return made;
}
const takenLoginIdResponse = ({ loginId }: UserBody) => {
	if (!hotelDb.users.some((each) => each.loginId === loginId)) return null;
	const message = "This ID is already in use.";
	return problem(422, "validation", message, [{ field: "loginId", code: "taken", message }]);
};

const people = ["users", "housekeepers"].flatMap((path) => [
	http.untyped.get(`${API}/${path}`, ({ request }) => {
		const hotelId = Number(new URL(request.url).searchParams.get("hotelId"));
		const of = ({ role, client }: T.User) => role === "housekeeper" && client?.id === hotelId;
		return HttpResponse.json({ items: hotelDb.users.filter((each) => path === "users" || of(each)) });
	}),
	http.untyped.post(`${API}/${path}`, async ({ request }) => {
		const body = (await request.json()) as UserBody;
		const refused = takenLoginIdResponse(body);
		if (refused) return refused;
		const user = createUser(body, path === "users" ? body.role : "housekeeper");
		return HttpResponse.json({ user, temporaryPassword: TEMPORARY }, { status: 201 });
	}),
	http.untyped.put(`${API}/${path}/:id`, async ({ request, params }) => {
		const user = hotelDb.users.find(({ id }) => id === Number(params.id));
		if (!user) return notFound();
		const wasActive = user.active;
		Object.assign(user, await request.json());
		return HttpResponse.json({ user, temporaryPassword: user.active && !wasActive ? TEMPORARY : null });
	}),
	http.untyped.delete(`${API}/${path}/:id`, ({ params }) => {
		const user = hotelDb.users.find(({ id }) => id === Number(params.id));
		if (user) user.active = false;
		return empty();
	}),
	http.untyped.post(`${API}/${path}/:id/reset-password`, () =>
		HttpResponse.json({ temporaryPassword: TEMPORARY }),
	),
]);

const keys = [
	http.untyped.get(`${API}/api-keys`, () => HttpResponse.json({ items: hotelDb.apiKeys })),
	http.untyped.post(`${API}/api-keys`, async ({ request }) => {
		const { clientId, ...body } = (await request.json()) as Partial<T.ApiKey> & { clientId?: number };
		const partner = hotelNameOf(clientId) ?? { id: 2, name: "Clearflow Sensors" };
		const apiKey = {
			...body,
			id: newId(),
			partner,
			keyPrefix: "hbk_N3wK",
			state: "not_used",
			lastUsedAt: null,
		} as T.ApiKey;
		hotelDb.apiKeys.unshift(apiKey);
		return HttpResponse.json({ apiKey, key: `hbk_${"N3wKey".repeat(7)}x` }, { status: 201 });
	}),
	http.untyped.put(`${API}/api-keys/:id`, async ({ request, params }) => {
		const found = hotelDb.apiKeys.find(({ id }) => id === Number(params.id));
		if (!found) return notFound();
		Object.assign(found, await request.json());
		const isOver = found.validTo < new Date().toISOString().slice(0, 10);
		found.state = isOver ? "expired" : found.lastUsedAt ? "used" : "not_used";
		return HttpResponse.json(found);
	}),
	http.untyped.delete(`${API}/api-keys/:id`, ({ params }) => {
		const found = hotelDb.apiKeys.find(({ id }) => id === Number(params.id));
		if (found) found.state = "revoked";
		return empty();
	}),
];

/** Sign-in, clients, users and API keys of the hotels. */
export const hotelAccounts = [...session, ...clients, ...people, ...keys];
