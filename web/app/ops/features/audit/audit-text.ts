import { knownText } from "~/ops/lib/known-text";

/** The text of an operator's action. */
export const auditActionText = (action: string): string => knownText("opsRecords", `did.${action}`, action);
