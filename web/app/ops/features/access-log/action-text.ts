import { knownText } from "~/ops/lib/known-text";

/** The text of an action, in the words of the clinics' own log. */
export const accessActionText = (action: string): string =>
	knownText("accessLog", `action.${action}`, action);
