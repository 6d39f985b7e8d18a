import type { TFunction } from "i18next";
import { isFromApi } from "~/shared/api/problem";
import { fieldProblemText } from "~/shared/api/problem-text";

/** No request was made, because the browser is offline. */
export const OFFLINE = new Error("offline");

/** Error text of a request that must not run twice. Explains a lost response, and that pressing again is safe. */
export function onceProblemText(t: TFunction<"insurance">, error: unknown, what: "pay" | "handIn"): string {
	if (error === OFFLINE) return t(`offline.${what}`);
	return isFromApi(error) ? fieldProblemText(error) : t(`lost.${what}`);
}
