import { href } from "react-router";
import type { Me, Permission } from "~/hotel/types";

/** The screens of the navigation in order. Each requires one of its permissions. */
const PLACES = [
	{ name: "tasks", to: href("/hotel/tasks"), needs: ["refill_dispensers"], role: "housekeeper" },
	{ name: "dashboard", to: href("/hotel"), needs: ["read_hotel_dashboard", "read_overview"] },
	{ name: "stock", to: href("/hotel/stock"), needs: ["place_orders"] },
	{ name: "orders", to: href("/hotel/orders"), needs: ["read_orders"] },
	{ name: "rooms", to: href("/hotel/rooms"), needs: ["read_rooms"] },
	{ name: "inventory", to: href("/hotel/inventory"), needs: ["read_stock"] },
	{ name: "environment", to: href("/hotel/environment"), needs: ["read_environment"] },
	{ name: "sensors", to: href("/hotel/sensors"), needs: ["read_sensors"] },
	{ name: "housekeepers", to: href("/hotel/housekeepers"), needs: ["manage_housekeepers"] },
	{ name: "hotels", to: href("/hotel/hotels"), needs: ["read_overview"] },
	{ name: "apiKeys", to: href("/hotel/api-keys"), needs: ["manage_api_keys"] },
	{ name: "accounts", to: href("/hotel/accounts"), needs: ["manage_users"] },
] as const satisfies readonly { name: string; to: string; needs: readonly Permission[]; role?: string }[];

export type PlaceName = (typeof PLACES)[number]["name"];

export interface Place {
	name: PlaceName;
	to: string;
}

/** The screens that the user may open. */
export function placesOf({ role, permissions }: Me): Place[] {
	return PLACES.filter(
		(place) =>
			place.needs.some((need) => permissions.includes(need)) && (!("role" in place) || place.role === role),
	);
}

/** The screen that a path belongs to. */
export function currentPlace(places: readonly Place[], pathname: string): Place | undefined {
	const home = href("/hotel");
	return places.find(({ to }) => (to === home ? pathname === home : `${pathname}/`.startsWith(`${to}/`)));
}
