const KST_OFFSET_MS = 9 * 60 * 60 * 1000;

/** Shifts a time so that its UTC fields are Korean time: the server counts days in Korea, wherever the visitor is. */
export const inKorea = (now: Date): Date => new Date(now.getTime() + KST_OFFSET_MS);

/** The day in Korea: YYYY-MM-DD. */
export const koreanDay = (now: Date): string => inKorea(now).toISOString().slice(0, 10);

/** Formats a UTC timestamp in Korean time, to the second: YYYY-MM-DD HH:MM:SS. */
export const koreanTime = (iso: string): string =>
	inKorea(new Date(iso)).toISOString().slice(0, 19).replace("T", " ");

/** Formats a UTC timestamp in Korean time, to the minute: YYYY-MM-DD HH:MM. */
export const koreanMinute = (iso: string): string => koreanTime(iso).slice(0, 16);
