import i18next from "i18next";
import { isProblem } from "./problem";

/** What to tell somebody of a failed call: the server's own words, or ours when it could not be reached. */
export function problemText(error: unknown): string {
	if (!isProblem(error)) return i18next.t("error.unreachable");
	return error.status === 429 ? i18next.t("error.tooMany") : error.detail || error.title;
}

/** The same, where no field shows what is wrong with it: of several mistakes the first. */
export function fieldProblemText(error: unknown): string {
	return (isProblem(error) && error.errors?.[0]?.message) || problemText(error);
}
