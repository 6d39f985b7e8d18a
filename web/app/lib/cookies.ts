const NAME = "authorization";

/** The session's bearer credential, or null when nobody is signed in. */
export function readCredential(cookies: string): string | null {
	for (const pair of cookies.split(";")) {
		const [name, ...value] = pair.trim().split("=");
		if (name === NAME && value.length > 0) return decodeURIComponent(value.join("="));
	}
	return null;
}

/** The cookie texts that remove the credential on this host and on every parent domain. */
export function removals(hostname: string): string[] {
	const gone = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax`;
	const labels = hostname.split(".");
	const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
	return [gone, ...domains.map((domain) => `${gone}; Domain=${domain}`)];
}

export function clearCredential(): void {
	for (const text of removals(location.hostname)) {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
		document.cookie = text;
	}
}
