import type { JobFilter } from "~/ops/types";
import { parseId } from "~/shared/lib/format";

export const FILTER_NAMES = ["q", "queue", "state", "kind", "tenantId", "error"] as const;
export type FilterTexts = Record<(typeof FILTER_NAMES)[number], string>;

/** Parses the job filter from URL parameters. */
export function jobFilterOf({ tenantId, ...texts }: FilterTexts): JobFilter {
	const tenant = parseId(tenantId);
	const filled = Object.entries(texts).filter(([, text]) => text !== "");
	return { ...Object.fromEntries(filled), ...(tenant === null ? {} : { tenantId: tenant }) };
}

/** The filter as URL parameters. */
export function searchOfFilter(filter: Partial<Record<string, unknown>>): string {
	const search = new URLSearchParams();
	for (const name of FILTER_NAMES) {
		const value = filter[name];
		if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
	}
	return search.toString();
}
