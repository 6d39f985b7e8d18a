import { koreanDay } from "~/shared/lib/korea";
import table from "./fees.json";

export type FeeList = (typeof table.lists)[number];

/** Returns the list of prices and discounts that is valid on a day in Korea, as the server does. */
export function feesOn(day: string, lists: readonly FeeList[] = table.lists): FeeList {
	const found = lists.findLast((list) => list.validFrom <= day) ?? lists[0];
	if (!found) throw new Error("there is no list of fees");
	return found;
}

export const feesToday = (): FeeList => feesOn(koreanDay(new Date()));
