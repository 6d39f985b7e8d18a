/** Apps in whose in-app browsers our links are opened. These save no files, and lose the session when another app returns. */
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

/** Patterns of the user agents, the more specific ones first. */
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

/** The app whose in-app browser shows this page; null in a normal browser. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | null {
	return MARKS.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}

/** A URL that opens this page in the phone's own browser; null if no app supports that and the URL must be copied. */
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
