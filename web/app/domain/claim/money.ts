/** Whole won with thousands separators: 13,200. */
export function digitsOfWon(amount: number): string {
	return Math.round(amount).toLocaleString("ko-KR");
}
