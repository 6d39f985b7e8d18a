import { koreanDay } from "~/shared/lib/korea";

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const months = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
const shortMonths = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const moments = new Intl.DateTimeFormat("en-US", {
	dateStyle: "medium",
	timeStyle: "short",
	timeZone: "Asia/Seoul",
});
const times = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "Asia/Seoul" });

const shortDays = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

const ML_PER_LITRE = 1_000;
const G_PER_KG = 1_000;
const DAYS_PER_MONTH = 30.44;

export const formatNumber = (value: number): string => numbers.format(value);

/** A volume: liters from one liter on, milliliters below. */
export function formatVolume(ml: number): string {
	return Math.abs(ml) < ML_PER_LITRE ? `${formatNumber(ml)} ml` : `${formatNumber(ml / ML_PER_LITRE)} L`;
}

/** Korean won without decimals: ₩1,234,000. */
export const formatWon = (amount: number): string =>
	`${amount < 0 ? "-" : ""}₩${formatNumber(Math.abs(amount))}`;

/** A weight: kilograms with one decimal from one kilogram on, grams below. */
export const formatWeight = (grams: number): string =>
	grams < G_PER_KG ? `${formatNumber(grams)} g` : `${tenths.format(grams / G_PER_KG)} kg`;

/** `2026-11-09` as Nov 9, 2026. */
export const formatDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));

/** `2026-11-09` as Nov 9. */
export const formatShortDay = (day: string): string => shortDays.format(new Date(`${day}T00:00:00Z`));

/** The day of a timestamp in Korea, as Nov 9, 2026. */
export const formatDate = (iso: string): string => formatDay(koreanDay(new Date(iso)));

/** A timestamp in Korean time, as Nov 9, 2026, 2:05 PM. */
export const formatDateTime = (iso: string): string => moments.format(new Date(iso));

/** The time of a timestamp in Korea, as 2:05 PM. */
export const formatTime = (iso: string): string => times.format(new Date(iso));

/** `2026-11` as Nov 2026. */
export const formatMonth = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`));

/** `2026-11` as Nov. */
export const formatShortMonth = (month: string): string =>
	shortMonths.format(new Date(`${month}-01T00:00:00Z`));

/** The month `count` months before (or after) `month`. */
export function shiftMonth(month: string, count: number): string {
	const [year = 0, at = 1] = month.split("-").map(Number);
	return new Date(Date.UTC(year, at - 1 + count, 1)).toISOString().slice(0, 7);
}

/** How long ago a timestamp was, in the largest fitting unit. */
export function formatAgo(iso: string, now: number): string {
	const minutes = Math.max(0, Math.round((now - Date.parse(iso)) / 60_000));
	if (minutes < 1) return "just now";
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.round(minutes / 60);
	if (hours < 48) return `${hours} h ago`;
	const dayCount = Math.round(hours / 24);
	return dayCount < 60 ? `${dayCount} days ago` : `${Math.round(dayCount / DAYS_PER_MONTH)} months ago`;
}
