import { koreanDay } from "~/lib/korea";
import { useHydrated } from "~/lib/use-query";

/** The day in Korea. A prerendered page does not know it: its first look is that of the first edition. */
export function useToday(): string {
	return useHydrated() ? koreanDay(new Date()) : "";
}
