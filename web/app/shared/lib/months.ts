/** YYYY-MM in Korea, whose days settlements use. */
export function monthOf(date: Date): string {
	const korean = new Date(date.getTime() + 9 * 60 * 60 * 1000);
	return korean.toISOString().slice(0, 7);
}

/** The month `by` months later, or earlier if negative. */
export function shiftMonth(month: string, by: number): string {
	const date = new Date(`${month}-01T00:00:00Z`);
	date.setUTCMonth(date.getUTCMonth() + by);
	return date.toISOString().slice(0, 7);
}
