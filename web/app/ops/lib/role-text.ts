import { knownText } from "./known-text";

export const ROLES = ["viewer", "operator", "admin"] as const;

export const roleText = (role: string): string => knownText("ops", `role.${role}`, role);
