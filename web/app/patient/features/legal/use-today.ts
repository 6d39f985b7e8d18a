import { koreanDay } from "~/shared/lib/korea";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

/** Today in Korea. Empty in prerendered HTML, which therefore shows the first edition. */
export function useToday(): string {
	return useHydrated() ? koreanDay(new Date()) : "";
}
