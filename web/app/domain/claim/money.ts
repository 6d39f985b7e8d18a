/** Whole won with thousands separators: 13,200. */
export function formatAmount(amount: number): string {
	return Math.round(amount).toLocaleString("ko-KR");
}
