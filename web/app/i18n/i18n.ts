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

/**
 * Adds Korean texts, which are bundled with the screens that need them. English texts are loaded at once when English
 * is chosen.
 */
export function bundleKo(namespace: string, texts: object): void {
	i18next.addResourceBundle("ko", namespace, texts);
}

/** Adds texts of a part of the app that exists only in English. */
export function bundleEn(namespace: string, texts: object): void {
	i18next.addResourceBundle("en", namespace, texts);
}

/** Switches to English for a part of the app without other languages. Its texts must be added before. */
export async function showEnglish(): Promise<void> {
	saveLanguage("en");
	document.documentElement.lang = "en";
	await i18next.changeLanguage("en");
}

type Texts = Record<string, object>;

/** Loaders of English texts for the parts of the app that are open. */
const english: (() => Promise<Texts>)[] = [() => import("./english").then((module) => module.english)];

async function loadEnglish(load: () => Promise<Texts>): Promise<void> {
	for (const [namespace, texts] of Object.entries(await load())) {
		if (!i18next.hasResourceBundle("en", namespace)) i18next.addResourceBundle("en", namespace, texts);
	}
}

/** Adds a part of the app with its own English texts, which are loaded if English is chosen. */
export function withEnglish(load: () => Promise<Texts>): void {
	english.push(load);
	if (i18next.language !== "en") return;
	// On failure, that part stays Korean.
	loadEnglish(load).then(
		() => i18next.changeLanguage("en"),
		() => undefined,
	);
}

/** Switches the language and stores the choice. Returns false, without any change, if the texts cannot be loaded. */
export async function setLanguage(language: Language): Promise<boolean> {
	try {
		if (language === "en") await Promise.all(english.map(loadEnglish));
	} catch {
		return false;
	}
	// This re-renders every text.
	if (i18next.language !== language) await i18next.changeLanguage(language);
	document.documentElement.lang = language;
	saveLanguage(language);
	return true;
}
