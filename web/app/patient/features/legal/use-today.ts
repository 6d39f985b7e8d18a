import { koreanDay } from "~/shared/lib/korea";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

/** The day in Korea. A prerendered page does not know it: its first look is that of the first edition. */
export function useToday(): string {
	return useHydrated() ? koreanDay(new Date()) : "";
}
