import type { TFunction } from "i18next";
import { isProblem } from "~/lib/api/problem";

/** What to tell the person: the server's own words, or ours when it could not be reached. */
export function problemText(t: TFunction<"insurance">, error: unknown): string {
	if (!isProblem(error)) return t("error.unreachable", { ns: "common" });
	if (error.status === 429) return t("error.tooMany", { ns: "common" });
	return error.errors?.[0]?.message || error.detail || error.title;
}
