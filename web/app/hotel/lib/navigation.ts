import { href } from "react-router";
import type { Me, Permission } from "~/hotel/types";

/** The screens of the navigation, in its order, and the permissions: each needs one of them. */
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

/** What the user's role leads to. */
export function placesOf({ role, permissions }: Me): Place[] {
	return PLACES.filter(
		(place) =>
			place.needs.some((need) => permissions.includes(need)) && (!("role" in place) || place.role === role),
	);
}

/** The place that an address belongs to. */
export function currentPlace(places: readonly Place[], pathname: string): Place | undefined {
	const home = href("/hotel");
	return places.find(({ to }) => (to === home ? pathname === home : `${pathname}/`.startsWith(`${to}/`)));
}
