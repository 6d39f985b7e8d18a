import type { TFunction } from "i18next";
import { isProblem } from "~/lib/api/problem";

/** What to tell the visitor: the server's own words, or ours when it could not be reached. */
export function problemText(t: TFunction<"rights">, error: unknown): string {
	if (!isProblem(error)) return t("error.unreachable", { ns: "common" });
	return error.detail || error.title;
}
