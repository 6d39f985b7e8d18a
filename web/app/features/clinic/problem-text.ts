import type { TFunction } from "i18next";
import { isProblem } from "~/lib/api/problem";

/** What to tell the staff: the server's own words, or ours when it could not be reached. */
export function problemText(t: TFunction<"clinic">, error: unknown): string {
	if (!isProblem(error)) return t("error.unreachable", { ns: "common" });
	return error.status === 429 ? t("error.tooMany", { ns: "common" }) : error.detail || error.title;
}
