export const ITEMS = ["age14", "terms", "privacy"] as const;
export type Item = (typeof ITEMS)[number];
export type Agreed = Record<Item, boolean>;

export const NOTHING_AGREED: Agreed = { age14: false, terms: false, privacy: false };

/** The all-agree box: checked exactly while every item is. */
export const isAllAgreed = (agreed: Agreed): boolean => ITEMS.every((item) => agreed[item]);

/** Pressing the all-agree box sets every item. */
export const agreeToAll = (given: boolean): Agreed => ({ age14: given, terms: given, privacy: given });
