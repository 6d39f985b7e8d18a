import { textOrFallback } from "~/ops/lib/text-or-fallback";

/** The text of an action, in the words of the clinics' own log. */
export const accessActionText = (action: string): string =>
	textOrFallback("accessLog", `action.${action}`, action);
