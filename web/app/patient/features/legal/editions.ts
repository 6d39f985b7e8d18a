/** When an edition is announced and in effect. The server's table says the same: a test compares them. */
export interface EditionDates {
	/** The Korean day since when it is in effect; its name. */
	effective: string;
	/** The Korean day on which it is announced. */
	announced: string;
	/** Whether it is to the patients' disadvantage: it needs a new agreement. */
	isDisadvantage: boolean;
}

/** A text that is agreed to. */
export type DocumentName = "terms" | "privacy";

/** The editions of the texts that are agreed to, the newest first. */
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

/** The edition in effect on a day; before the first one, the first. */
export function inEffect<E extends EditionDates>(editions: readonly [E, ...E[]], today: string): E {
	return editions.find((edition) => edition.effective <= today) ?? editions.at(-1) ?? editions[0];
}
