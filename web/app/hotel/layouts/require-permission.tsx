import type { ReactNode } from "react";
import { href, Navigate } from "react-router";
import { useMay } from "~/hotel/session/hotel-session";
import type { Permission } from "~/hotel/types";

/** Renders its content only for roles with the permission. The server checks it, too. */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
	return useMay(permission) ? children : <Navigate to={href("/hotel")} replace />;
}
