import type * as T from "./types";

interface Answer<Body> {
	headers: { [name: string]: unknown };
	content: { "application/json": Body };
}
interface Params<Path, Query> {
	query?: Query;
	header?: { "Idempotency-Key"?: string };
	path: Path;
	cookie?: never;
}
type Responses<Body> = { 200: Answer<Body> };
interface Get<Body, Path = undefined, Query = undefined> {
	parameters: Path extends undefined
		? Omit<Params<never, Query>, "path"> & { path?: never }
		: Params<Path, Query>;
	requestBody?: never;
	responses: Responses<Body>;
}
interface Send<Request, Body, Path = undefined> {
	parameters: Path extends undefined
		? Omit<Params<never, never>, "path"> & { path?: never }
		: Params<Path, never>;
	requestBody: { content: { "application/json": Request } };
	responses: Responses<Body>;
}
interface Post<Body, Path = undefined> {
	parameters: Path extends undefined
		? Omit<Params<never, never>, "path"> & { path?: never }
		: Params<Path, never>;
	requestBody?: never;
	responses: Responses<Body>;
}
interface Id {
	id: number;
}
interface OfHotel {
	hotelId: number;
}
interface Page<Item> {
	items: Item[];
	nextCursor?: string | null;
}
interface ClientBody {
	name: string;
	kind: T.ClientKind;
	address: string;
	headquartersId?: number | null;
	partnerId?: number | null;
	active?: boolean;
}
interface PersonBody {
	name: string;
	contact: string;
	memo: string;
	classification: string;
}

export interface HotelPaths {
	"/hotel/auth/login": { post: Send<{ loginId: string; password: string }, { user: T.Me }> };
	"/hotel/auth/logout": { post: Post<null> };
	"/hotel/auth/me": { get: Get<T.Me> };
	"/hotel/auth/password": { put: Send<{ present?: string; password: string }, { user: T.Me }> };
	"/hotel/clients": {
		get: Get<Page<T.Client>, undefined, { kind?: T.ClientKind }>;
		post: Send<ClientBody, T.Client>;
	};
	"/hotel/clients/{id}": { get: Get<T.Client, Id>; put: Send<ClientBody, T.Client, Id> };
	"/hotel/users": {
		get: Get<Page<T.User>, undefined, { clientId?: number }>;
		post: Send<
			PersonBody & { loginId: string; role: T.Role; clientId: number | null },
			{ user: T.User; temporaryPassword: string | null }
		>;
	};
	"/hotel/users/{id}": {
		put: Send<
			PersonBody & { role: T.Role; clientId: number | null },
			{ user: T.User; temporaryPassword: string | null },
			Id
		>;
		delete: Post<null, Id>;
	};
	"/hotel/users/{id}/reset-password": { post: Post<{ temporaryPassword: string }, Id> };
	"/hotel/housekeepers": {
		get: Get<Page<T.Housekeeper>, undefined, { hotelId?: number }>;
		post: Send<
			PersonBody & { hotelId: number; loginId: string },
			{ user: T.User; temporaryPassword: string | null }
		>;
	};
	"/hotel/housekeepers/{id}": {
		put: Send<PersonBody, { user: T.User; temporaryPassword: string | null }, Id>;
		delete: Post<null, Id>;
	};
	"/hotel/housekeepers/{id}/reset-password": { post: Post<{ temporaryPassword: string }, Id> };
	"/hotel/api-keys": {
		get: Get<Page<T.ApiKey>>;
		post: Send<
			{ name: string; category: string; validFrom: string; validTo: string; clientId?: number },
			{ apiKey: T.ApiKey; key: string | null }
		>;
	};
	"/hotel/api-keys/{id}": { delete: Post<null, Id> };
	"/hotel/products": { get: Get<Page<T.Product>>; post: Send<Omit<T.Product, "id">, T.Product> };
	"/hotel/products/{id}": { put: Send<Omit<T.Product, "id">, T.Product, Id> };
	"/hotel/dashboard": { get: Get<T.Overview> };
	"/hotel/hotels/{hotelId}/dashboard": { get: Get<T.Dashboard, OfHotel> };
	"/hotel/hotels/{hotelId}/stock": { get: Get<Page<T.StockItem>, OfHotel> };
	"/hotel/hotels/{hotelId}/stock/{productId}": {
		put: Send<{ capacityMl: number }, T.StockItem, OfHotel & { productId: number }>;
	};
	"/hotel/hotels/{hotelId}/stock/{productId}/counts": {
		post: Send<{ ml: number; reason: string }, T.StockItem, OfHotel & { productId: number }>;
	};
	"/hotel/hotels/{hotelId}/stock/{productId}/entries": {
		get: Get<Page<T.StockEntry>, OfHotel & { productId: number }, { cursor?: string }>;
	};
	"/hotel/quotes": { post: Send<T.NewOrder, T.Quote> };
	"/hotel/orders": {
		get: Get<
			Page<T.OrderSummary>,
			undefined,
			{ hotelId?: number; state?: T.OrderState; q?: string; cursor?: string }
		>;
		post: Send<T.NewOrder, T.Order>;
	};
	"/hotel/orders.csv": {
		get: Get<string, undefined, { hotelId?: number; state?: T.OrderState; q?: string }>;
	};
	"/hotel/orders/{id}": { get: Get<T.Order, Id> };
	"/hotel/orders/{id}/advance": {
		post: Send<
			{ version: number; to: T.OrderState; courierCompany?: string; trackingNumber?: string },
			T.Order,
			Id
		>;
	};
	"/hotel/orders/{id}/cancel": { post: Send<{ version: number; reason: string }, T.Order, Id> };
	"/hotel/hotels/{hotelId}/rooms": {
		get: Get<Page<T.Room>, OfHotel>;
		post: Send<{ number: string; floor: number }, T.Room, OfHotel>;
	};
	"/hotel/rooms/{id}": { put: Send<{ number: string; floor: number }, T.Room, Id>; delete: Post<null, Id> };
	"/hotel/rooms/{id}/dispensers": {
		post: Send<{ productId: number; capacityMl: number; thresholdPercent: number }, T.Room, Id>;
	};
	"/hotel/dispensers/{id}": {
		put: Send<{ capacityMl: number; thresholdPercent: number }, T.Room, Id>;
		delete: Post<null, Id>;
	};
	"/hotel/dispensers/{id}/refills": { post: Send<{ ml?: number }, { refill: T.Refill; room: T.Room }, Id> };
	"/hotel/hotels/{hotelId}/refills": {
		get: Get<Page<T.Refill>, OfHotel, { day?: string; mine?: boolean; cursor?: string }>;
	};
	"/hotel/hotels/{hotelId}/sensors": {
		get: Get<Page<T.Sensor>, OfHotel, { state?: T.SensorState; q?: string; cursor?: string }>;
		post: Send<SensorBody, T.Sensor, OfHotel>;
	};
	"/hotel/sensors/{id}": { put: Send<SensorBody & { state?: T.SensorState }, T.Sensor, Id> };
	"/hotel/environment": { get: Get<T.Environment, undefined, EnvironmentQuery> };
	"/hotel/environment.csv": { get: Get<string, undefined, EnvironmentQuery> };
}

interface SensorBody {
	serial: string;
	type: string;
	location: string;
	dispenserId: number | null;
	replaceDate: string | null;
}
interface EnvironmentQuery {
	hotelId?: number;
	from?: string;
	to?: string;
}
