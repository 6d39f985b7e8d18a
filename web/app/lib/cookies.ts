/** Whose session it is: a patient's, or that of a clinic's staff in the same browser. */
export type Whose = "authorization" | "staffAuthorization";

/** The session's bearer credential, or null when nobody is signed in. */
export function readCredential(cookies: string, whose: Whose = "authorization"): string | null {
	for (const pair of cookies.split(";")) {
		const [name, ...value] = pair.trim().split("=");
		if (name === whose && value.length > 0) return decodeURIComponent(value.join("="));
	}
	return null;
}

/** The cookie texts that remove the credential on this host and on every parent domain. */
export function removals(hostname: string, whose: Whose = "authorization"): string[] {
	const gone = `${whose}=; Path=/; Max-Age=0; SameSite=Lax`;
	const labels = hostname.split(".");
	const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
	return [gone, ...domains.map((domain) => `${gone}; Domain=${domain}`)];
}

export function clearCredential(whose?: Whose): void {
	for (const text of removals(location.hostname, whose)) {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
		document.cookie = text;
	}
}
