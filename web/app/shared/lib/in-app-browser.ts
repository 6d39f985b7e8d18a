/** Apps whose own browsers people open our links in. They save no files and lose what comes back by another app. */
export type InAppBrowser =
	| "kakaotalk"
	| "naver"
	| "instagram"
	| "facebook"
	| "line"
	| "daum"
	| "band"
	| "threads"
	| "tiktok"
	| "x";

/** What the apps write into their user agents. The more particular one comes first. */
const MARKS: readonly (readonly [InAppBrowser, RegExp])[] = [
	["kakaotalk", /KAKAOTALK/i],
	["naver", /NAVER\(inapp/i],
	["daum", /DaumApps\//i],
	["band", /\bBAND\//i],
	["threads", /\bBarcelona \d/],
	["instagram", /\bInstagram \d/],
	["facebook", /\bFB(?:AN|_IAB)\//],
	["line", /\bLine\/\d/],
	["tiktok", /musical_ly|BytedanceWebview|\btrill_/],
	["x", /\bTwitter for (?:iPhone|iPad|Android)|TwitterAndroid/],
];

/** The app in whose browser this page is; null in a browser of its own. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | null {
	return MARKS.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}

/**
 * An address that leads from the app's browser to the phone's own one, at this page; null where no app can be asked to,
 * and the address must be copied.
 */
export function addressOutside(userAgent: string, page: string): string | null {
	const app = inAppBrowserOf(userAgent);
	if (app === "kakaotalk") return `kakaotalk://web/openExternal?url=${encodeURIComponent(page)}`;
	const url = new URL(page);
	if (app === "line") {
		url.searchParams.set("openExternalBrowser", "1");
		return url.href;
	}
	if (!/Android/.test(userAgent)) return null;
	const scheme = url.protocol.replace(":", "");
	const place = url.href.slice(`${url.protocol}//`.length).split("#")[0];
	return `intent://${place}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
