import i18next from "i18next";
import { isProblem } from "./problem";

/** The text of a failed call: the server's own, or a generic one if it could not be reached. */
export function problemText(error: unknown): string {
	if (!isProblem(error)) return i18next.t("error.unreachable");
	return error.status === 429 ? i18next.t("error.tooMany") : error.detail || error.title;
}

/** The text of a failed call without form fields: of several field errors, the first one. */
export function fieldProblemText(error: unknown): string {
	return (isProblem(error) && error.errors?.[0]?.message) || problemText(error);
}
