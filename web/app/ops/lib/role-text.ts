import { textOrFallback } from "./text-or-fallback";

export const ROLES = ["viewer", "operator", "admin"] as const;

export const roleText = (role: string): string => textOrFallback("ops", `role.${role}`, role);
