/** Whole won with thousands set apart: 13,200. */
export function digitsOfWon(amount: number): string {
	return Math.round(amount).toLocaleString("ko-KR");
}
