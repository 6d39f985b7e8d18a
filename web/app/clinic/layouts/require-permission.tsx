import type { ReactNode } from "react";
import { href, Navigate } from "react-router";
import { useStaffSession } from "~/clinic/session/staff-session";
import type { Permission } from "~/shared/api/types";

/** Renders its content only for staff with the permission. The server checks it, too. */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
	const { staff } = useStaffSession();
	if (!staff?.permissions.includes(permission)) return <Navigate to={href("/clinic")} replace />;
	return children;
}
