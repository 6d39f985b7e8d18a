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

/** The texts of a part of the app that is in English alone. */
export function bundleEn(namespace: string, texts: object): void {
	i18next.addResourceBundle("en", namespace, texts);
}

/** Turns to English where a part of the app has no other language, and has brought its texts. */
export async function showEnglish(): Promise<void> {
	saveLanguage("en");
	document.documentElement.lang = "en";
	await i18next.changeLanguage("en");
}

type Texts = Record<string, object>;

/** The English texts that go with the parts of the app that are open. */
const english: (() => Promise<Texts>)[] = [() => import("./english").then((module) => module.english)];

async function loadEnglish(load: () => Promise<Texts>): Promise<void> {
	for (const [namespace, texts] of Object.entries(await load())) {
		if (!i18next.hasResourceBundle("en", namespace)) i18next.addResourceBundle("en", namespace, texts);
	}
}

/** A part of the app with English texts of its own: they come when both that part and English are chosen. */
export function withEnglish(load: () => Promise<Texts>): void {
	english.push(load);
	if (i18next.language !== "en") return;
	// Without them that part stays Korean.
	loadEnglish(load).then(
		() => i18next.changeLanguage("en"),
		() => undefined,
	);
}

/** Switches every text; the choice is kept. Returns false, and changes nothing, where the texts cannot be fetched. */
export async function setLanguage(language: Language): Promise<boolean> {
	try {
		if (language === "en") await Promise.all(english.map(loadEnglish));
	} catch {
		return false;
	}
	// Every text is drawn again by that.
	if (i18next.language !== language) await i18next.changeLanguage(language);
	document.documentElement.lang = language;
	saveLanguage(language);
	return true;
}
