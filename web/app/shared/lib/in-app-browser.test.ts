import { expect, it } from "vitest";
import { addressOutside, inAppBrowserOf } from "./in-app-browser";

const IPHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID =
	"Mozilla/5.0 (Linux; Android 14; SM-S918N Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.6261.64 Mobile Safari/537.36";

const KAKAO_ANDROID = `${ANDROID};KAKAOTALK 2410700`;
const KAKAO_IPHONE = `${IPHONE} Mobile/15E148 KAKAOTALK 10.7.0 (INAPP)`;
const NAVER_IPHONE = `${IPHONE} Mobile/15E148 NAVER(inapp; search; 2000; 12.5.1; 14PRO)`;
const INSTAGRAM_ANDROID = `${ANDROID} Instagram 320.0.0.42.101 Android (34/14; 450dpi; 1080x2125; samsung; SM-S918N; dm3q; qcom; ko_KR; 575259871)`;

it.each([
	["kakaotalk", KAKAO_ANDROID],
	["kakaotalk", KAKAO_IPHONE],
	["kakaotalk", `${IPHONE} Mobile/15E148 KAKAOTALK/25.1.0 (INAPP)`],
	["naver", NAVER_IPHONE],
	[
		"naver",
		"Mozilla/5.0 (Linux; Android 13; SM-G991N Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.43 Whale/1.0.0.0 Crosswalk/29.120.0.30 Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.5.3)",
	],
	["instagram", INSTAGRAM_ANDROID],
	[
		"instagram",
		`${IPHONE} Mobile/21E236 Instagram 325.0.3.34.90 (iPhone14,5; iOS 17_4_1; ko_KR; ko; scale=3.00; 1170x2532; 580217453)`,
	],
	[
		"facebook",
		`${IPHONE} Mobile/21E236 [FBAN/FBIOS;FBAV/458.0.0.40.109;FBBV/586192416;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.4.1;FBSS/3;FBLC/ko_KR;FBOP/5;FBRV/0]`,
	],
	["facebook", `${ANDROID} [FB_IAB/FB4A;FBAV/458.0.0.54.108;]`],
	["facebook", `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/449.0.0.36.108;FBDV/iPhone14,5]`],
	["line", `${IPHONE} Mobile/15E148 Safari Line/14.2.1`],
	["line", `${ANDROID} Line/14.3.0/IAB`],
	["daum", `${ANDROID} DaumApps/7.9.9 DaumDevice/mobile`],
	["band", `${IPHONE} Mobile/15E148 BAND/15.0.3 (iOS 17.4; iPhone14,5)`],
	["threads", `${ANDROID} Barcelona 320.0.0.42.109 Android (34/14; 450dpi; 1080x2125; samsung; SM-S918N)`],
	[
		"tiktok",
		`${IPHONE} Mobile/21E236 musical_ly_33.9.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/ko`,
	],
	["x", `${IPHONE} Mobile/15E148 Twitter for iPhone/10.32`],
])("in_app_browser_%s_is_recognized: %s", (app, userAgent) => {
	expect(inAppBrowserOf(userAgent)).toBe(app);
});

it.each([
	`${IPHONE} Version/17.4.1 Mobile/15E148 Safari/604.1`,
	`${IPHONE} CriOS/123.0.6312.52 Mobile/15E148 Safari/604.1`,
	"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (Linux; Android 13; SM-G991N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Whale/2.12.4.20 Mobile Safari/537.36",
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 Edg/122.0.0.0",
	"Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0",
])("other_browser_is_not_an_in_app_browser: %s", (userAgent) => {
	expect(inAppBrowserOf(userAgent)).toBeNull();
});

it("each_app_is_left_in_its_own_way", () => {
	const page = "https://hyeobom.example/insurance/7?a=1&b=2#x";
	const kakao = `kakaotalk://web/openExternal?url=${encodeURIComponent(page)}`;
	expect(addressOutside(KAKAO_ANDROID, page)).toBe(kakao);
	expect(addressOutside(KAKAO_IPHONE, page)).toBe(kakao);
	expect(addressOutside(`${IPHONE} Safari Line/14.2.1`, page)).toBe(
		"https://hyeobom.example/insurance/7?a=1&b=2&openExternalBrowser=1#x",
	);
	expect(addressOutside(INSTAGRAM_ANDROID, page)).toBe(
		"intent://hyeobom.example/insurance/7?a=1&b=2#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end",
	);
	expect(addressOutside(NAVER_IPHONE, page)).toBeNull();
});
