import { useState } from "react";
import { useMe } from "~/hotel/session/hotel-session";
import { type DraftKey, forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";

/** Boxes by product. */
export type Basket = Record<number, number>;

export const MAX_BOXES = 999;

/** The boxes that the signed-in user chose for a hotel's next order, kept across a reload of this tab. */
export function useBasket(hotelId: number) {
	const key: DraftKey = `hotel:${useMe().id}:order:${hotelId}`;
	const [basket, setBasket] = useState<Basket>(() => readDraft<Basket>(key) ?? {});
	const setBoxes = (productId: number, boxes: number) => {
		const { [productId]: _, ...others } = basket;
		const valid = Math.max(0, Math.min(MAX_BOXES, Math.trunc(boxes) || 0));
		const next = valid > 0 ? { ...others, [productId]: valid } : others;
		saveDraft(key, next);
		setBasket(next);
	};
	const clear = () => {
		forgetDraft(key);
		setBasket({});
	};
	const lines = Object.entries(basket).map(([id, boxes]) => ({ productId: Number(id), boxes }));
	return { basket, lines, setBoxes, clear };
}
