/** URL parameter with the way back after sign-in and sign-up. */
export const REDIRECT = "redirect";

/** A path of this site, or null. Other sites, schemes and protocol-relative URLs are never followed. */
export function safeRedirect(value: string | null | undefined): string | null {
	if (!value || !isSitePath(value)) return null;
	const base = "https://here.invalid";
	try {
		const url = new URL(value, base);
		const path = url.pathname + url.search + url.hash;
		return url.origin === base && isSitePath(path) ? path : null;
	} catch {
		return null;
	}
}

const isSitePath = (value: string) => /^\/(?!\/)[^\\\s]*$/.test(value);

/** Adds the way back to a path, if there is one. */
export function withRedirect(path: string, redirect: string | null | undefined): string {
	const safe = safeRedirect(redirect);
	return safe && safe !== "/" ? `${path}?${new URLSearchParams({ [REDIRECT]: safe })}` : path;
}

/** A path of this site with one parameter set. */
export function withParameter(path: string, name: string, value: string): string {
	const url = new URL(path, "https://here.invalid");
	url.searchParams.set(name, value);
	return url.pathname + url.search + url.hash;
}
