/** When an edition is announced and in effect. The server has the same table; a test compares them. */
export interface EditionDates {
	/** The day (in Korea) from which it is in effect. It also names the edition. */
	effective: string;
	/** The day (in Korea) on which it is announced. */
	announced: string;
	/** Whether it is to the patients' disadvantage, which requires a new consent. */
	isDisadvantage: boolean;
}

/** A legal text that requires consent. */
export type DocumentName = "terms" | "privacy";

/** The editions of the texts that require consent, newest first. */
export const EDITIONS = {
	terms: [
		{ effective: "2026-12-10", announced: "2026-11-27", isDisadvantage: false },
		{ effective: "2025-01-01", announced: "2024-12-18", isDisadvantage: false },
	],
	privacy: [
		{ effective: "2026-12-10", announced: "2026-11-27", isDisadvantage: false },
		{ effective: "2025-01-01", announced: "2024-12-18", isDisadvantage: false },
	],
} satisfies Record<DocumentName, [EditionDates, ...EditionDates[]]>;

/** The edition in effect on a day; the first edition before that. */
export function inEffect<E extends EditionDates>(editions: readonly [E, ...E[]], today: string): E {
	return editions.find((edition) => edition.effective <= today) ?? editions.at(-1) ?? editions[0];
}
