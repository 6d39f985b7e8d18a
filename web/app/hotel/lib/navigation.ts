import { href } from "react-router";
import type { Me, Permission } from "~/hotel/types";

/** The screens of the navigation in order. Each requires one of its permissions. */
const NAV_ITEMS = [
	{
		name: "tasks",
		to: href("/hotel/tasks"),
		requiredPermissions: ["refill_dispensers"],
		role: "housekeeper",
	},
	{ name: "dashboard", to: href("/hotel"), requiredPermissions: ["read_hotel_dashboard", "read_overview"] },
	{ name: "stock", to: href("/hotel/stock"), requiredPermissions: ["place_orders"] },
	{ name: "orders", to: href("/hotel/orders"), requiredPermissions: ["read_orders"] },
	{ name: "rooms", to: href("/hotel/rooms"), requiredPermissions: ["read_rooms"] },
	{ name: "inventory", to: href("/hotel/inventory"), requiredPermissions: ["read_stock"] },
	{ name: "environment", to: href("/hotel/environment"), requiredPermissions: ["read_environment"] },
	{ name: "sensors", to: href("/hotel/sensors"), requiredPermissions: ["read_sensors"] },
	{ name: "housekeepers", to: href("/hotel/housekeepers"), requiredPermissions: ["manage_housekeepers"] },
	{ name: "hotels", to: href("/hotel/hotels"), requiredPermissions: ["read_overview"] },
	{ name: "apiKeys", to: href("/hotel/api-keys"), requiredPermissions: ["manage_api_keys"] },
	{ name: "accounts", to: href("/hotel/accounts"), requiredPermissions: ["manage_users"] },
] as const satisfies readonly {
	name: string;
	to: string;
	requiredPermissions: readonly Permission[];
	role?: string;
}[];

export type NavItemName = (typeof NAV_ITEMS)[number]["name"];

export interface NavItem {
	name: NavItemName;
	to: string;
}

/** The screens that the user may open. */
export function navItemsOf({ role, permissions }: Me): NavItem[] {
	return NAV_ITEMS.filter(
		(item) =>
			item.requiredPermissions.some((each) => permissions.includes(each)) &&
			(!("role" in item) || item.role === role),
	);
}

/** The screen that a path belongs to. */
export function currentNavItem(places: readonly NavItem[], pathname: string): NavItem | undefined {
	const home = href("/hotel");
	return places.find(({ to }) => (to === home ? pathname === home : `${pathname}/`.startsWith(`${to}/`)));
}
