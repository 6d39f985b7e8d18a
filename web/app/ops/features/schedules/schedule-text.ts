import type { TFunction } from "i18next";
import type { Schedule } from "~/ops/types";

const PERIODS = ["every_minutes", "hourly", "daily"] as const;

/** The timing of a schedule in words. */
export function scheduleText(t: TFunction<"opsQueues">, { key, minutes, time }: Schedule["words"]): string {
	const known = PERIODS.find((each) => each === key);
	return known
		? t(`schedule.every.${known}`, { count: minutes ?? 1, n: minutes ?? 1, time: time ?? "" })
		: key;
}
