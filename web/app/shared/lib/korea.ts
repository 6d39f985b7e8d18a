const AHEAD_MS = 9 * 60 * 60 * 1000;

/** The moment by Korea's clock, in the UTC fields of the answer: the server counts days there, wherever the visitor is. */
export const inKorea = (now: Date): Date => new Date(now.getTime() + AHEAD_MS);

/** The day in Korea: YYYY-MM-DD. */
export const koreanDay = (now: Date): string => inKorea(now).toISOString().slice(0, 10);

/** A UTC time by Korea's clock, to the second: YYYY-MM-DD HH:MM:SS. */
export const koreanTime = (iso: string): string =>
	inKorea(new Date(iso)).toISOString().slice(0, 19).replace("T", " ");

/** A UTC time by Korea's clock, to the minute: YYYY-MM-DD HH:MM. */
export const koreanMinute = (iso: string): string => koreanTime(iso).slice(0, 16);
