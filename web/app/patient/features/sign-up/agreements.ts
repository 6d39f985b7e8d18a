export const ITEMS = ["age14", "terms", "privacy"] as const;
export type Item = (typeof ITEMS)[number];
export type AgreementState = Record<Item, boolean>;

export const NO_AGREEMENTS: AgreementState = { age14: false, terms: false, privacy: false };

/** Whether the all-agree box is checked, which is derived from all items. */
export const isAllAgreed = (agreed: AgreementState): boolean => ITEMS.every((item) => agreed[item]);

/** The all-agree box sets every item. */
export const agreeToAll = (given: boolean): AgreementState => ({
	age14: given,
	terms: given,
	privacy: given,
});
