import type * as T from "~/hotel/types";
import { API_KEYS, CLIENTS, HOTELS, ORDERS, PERMISSIONS, PRODUCTS, rooms, STOCK, USERS } from "./hotel-seeds";

/** State of the hotels' part of the offline mode, until the page is reloaded. */
const initialDb = () => ({
	me: null as T.User | null,
	users: structuredClone(USERS),
	clients: structuredClone(CLIENTS),
	products: structuredClone(PRODUCTS),
	orders: structuredClone(ORDERS),
	apiKeys: structuredClone(API_KEYS),
	stock: new Map(HOTELS.map(({ id }) => [id, structuredClone(STOCK)])),
	rooms: new Map(HOTELS.map(({ id }) => [id, rooms(id)])),
	refills: [] as T.Refill[],
	/** Sensors that were added. */
	sensors: [] as T.Sensor[],
});

export const hotelDb = initialDb();

export function resetHotelDb(): void {
	Object.assign(hotelDb, initialDb());
}

/** A user as the session's endpoints return it. */
export function meOf({ id, name, loginId, role, mustChangePassword, client }: T.User): T.Me {
	const isOfOne = role === "hotel_client" || role === "housekeeper";
	return {
		id,
		name,
		loginId,
		role,
		mustChangePassword,
		permissions: PERMISSIONS[role],
		idleSeconds: role === "housekeeper" ? 43_200 : 1_800,
		client,
		hotels: isOfOne ? HOTELS.filter((hotel) => hotel.id === client?.id) : HOTELS,
	};
}

/** Signs a user in by login ID. */
export function hotelSignedIn(loginId: string): void {
	hotelDb.me = hotelDb.users.find((each) => each.loginId === loginId) ?? null;
}

export const openOrders = (hotelId?: number) =>
	hotelDb.orders
		.filter(({ state }) => state !== "delivery_complete" && state !== "canceled")
		.filter(({ hotel }) => hotelId === undefined || hotel.id === hotelId)
		.map(summaryOf);

/** An order as in a list. */
export const summaryOf = ({ lines: _, events: __, ...order }: T.Order): T.OrderSummary => order;
