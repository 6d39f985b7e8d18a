import type { TFunction } from "i18next";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its two largest units. */
export function durationText(t: TFunction<"ops">, seconds: number): string {
	const whole = Math.max(0, Math.round(seconds));
	if (whole < MINUTE) return t("duration.seconds", { s: whole });
	if (whole < HOUR) return t("duration.minutes", { m: Math.floor(whole / MINUTE), s: whole % MINUTE });
	if (whole < DAY)
		return t("duration.hours", { h: Math.floor(whole / HOUR), m: Math.floor((whole % HOUR) / MINUTE) });
	return t("duration.days", { d: Math.floor(whole / DAY), h: Math.floor((whole % DAY) / HOUR) });
}

/** How long ago a time is. */
export function sinceText(t: TFunction<"ops">, iso: string, now = Date.now()): string {
	return t("duration.ago", { duration: durationText(t, (now - new Date(iso).getTime()) / 1_000) });
}

/** A number with thousands separators. */
export const formatCount = (count: number): string => Math.round(count).toLocaleString("en-US");
