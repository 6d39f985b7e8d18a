/** A URL from the API that the browser may navigate to: http(s) only, never a script. */
export function webAddress(address: string): string | null {
	try {
		const url = new URL(address, location.origin);
		return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
	} catch {
		return null;
	}
}
