import type { ReactNode } from "react";
import { href, Navigate } from "react-router";
import { useMay } from "~/hotel/session/hotel-session";
import type { Permission } from "~/hotel/types";

/** Shows its content to those whose role allows it; the server refuses the others, too. */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
	return useMay(permission) ? children : <Navigate to={href("/hotel")} replace />;
}
