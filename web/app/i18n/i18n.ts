import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import common from "~/locales/ko/common.json";
import { DEFAULT_LANGUAGE, type Language, saveLanguage } from "./language";

void i18next.use(initReactI18next).init({
	lng: DEFAULT_LANGUAGE,
	fallbackLng: DEFAULT_LANGUAGE,
	defaultNS: "common",
	resources: { ko: { common } },
	interpolation: { escapeValue: false },
	react: { useSuspense: false },
	initAsync: false,
});

/** Korean travels with the screen that needs it; English comes in one piece when it is chosen. */
export function bundleKo(namespace: string, texts: object): void {
	i18next.addResourceBundle("ko", namespace, texts);
}

/** Switches every text; the choice is kept. */
export async function setLanguage(language: Language): Promise<void> {
	if (language === "en" && !i18next.hasResourceBundle("en", "common")) {
		const { english } = await import("./english");
		for (const [namespace, texts] of Object.entries(english))
			i18next.addResourceBundle("en", namespace, texts);
	}
	await i18next.changeLanguage(language);
	document.documentElement.lang = language;
	saveLanguage(language);
}
