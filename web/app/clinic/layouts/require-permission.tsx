import type { ReactNode } from "react";
import { href, Navigate } from "react-router";
import { useStaffSession } from "~/clinic/session/staff-session";
import type { Permission } from "~/shared/api/types";

/** Shows its content to those who may see it; the server refuses the others, too. */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
	const { staff } = useStaffSession();
	if (!staff?.permissions.includes(permission)) return <Navigate to={href("/clinic")} replace />;
	return children;
}
