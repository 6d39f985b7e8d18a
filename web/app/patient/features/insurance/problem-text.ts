import type { TFunction } from "i18next";
import { isProblem } from "~/shared/api/problem";
import { fieldProblemText } from "~/shared/api/problem-text";

/** No call was made: the browser knows that it is offline. */
export const OFFLINE = new Error("offline");

/** The text for a failed call that must not be made twice: what a lost one means, and that the button may be pressed again. */
export function onceProblemText(t: TFunction<"insurance">, error: unknown, what: "pay" | "handIn"): string {
	if (error === OFFLINE) return t(`offline.${what}`);
	return isProblem(error) ? fieldProblemText(error) : t(`lost.${what}`);
}
