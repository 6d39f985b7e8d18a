/** An address of the API's answers that the browser may be led to: a page or a file, never a script. */
export function webAddress(address: string): string | null {
	try {
		const url = new URL(address, location.origin);
		return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
	} catch {
		return null;
	}
}
