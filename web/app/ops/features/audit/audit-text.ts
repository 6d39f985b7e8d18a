import { knownText } from "~/ops/lib/known-text";

/** What an operator did, in words. */
export const auditActionText = (action: string): string => knownText("opsRecords", `did.${action}`, action);
