import type { TFunction } from "i18next";

const BROWSERS = {
	kakaotalk: "KakaoTalk",
	naver: "NAVER",
	samsung: "Samsung Internet",
	whale: "Whale",
	edge: "Edge",
	firefox: "Firefox",
	chrome: "Chrome",
	safari: "Safari",
} as const;
const PLATFORMS = {
	android: "Android",
	ios: "iOS",
	windows: "Windows",
	macos: "macOS",
	linux: "Linux",
} as const;

/** Display name of a browser and its operating system. */
export function deviceText(
	t: TFunction<"clinicAccount">,
	{ browser, platform }: { browser: string; platform: string },
): string {
	const other = t("sessions.other");
	const name = BROWSERS[browser as keyof typeof BROWSERS];
	const system = PLATFORMS[platform as keyof typeof PLATFORMS];
	return name && system ? `${name} · ${system}` : (name ?? system ?? other);
}
