export const ITEMS = ["age14", "terms", "privacy"] as const;
export type Item = (typeof ITEMS)[number];
export type Agreed = Record<Item, boolean>;

export const NOTHING_AGREED: Agreed = { age14: false, terms: false, privacy: false };

/** Whether the all-agree box is checked, which is derived from all items. */
export const isAllAgreed = (agreed: Agreed): boolean => ITEMS.every((item) => agreed[item]);

/** The all-agree box sets every item. */
export const agreeToAll = (given: boolean): Agreed => ({ age14: given, terms: given, privacy: given });
