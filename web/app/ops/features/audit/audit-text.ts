import { textOrFallback } from "~/ops/lib/text-or-fallback";

/** The text of an operator's action. */
export const auditActionText = (action: string): string =>
	textOrFallback("opsRecords", `did.${action}`, action);
