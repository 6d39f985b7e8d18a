import i18next from "i18next";

export type Language = "ko" | "en";
export const DEFAULT_LANGUAGE: Language = "ko";
const KEY = "language";

const isLanguage = (value: unknown): value is Language => value === "ko" || value === "en";

export function currentLanguage(): Language {
	return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}

/** The language chosen earlier; Korean when none was. */
export function savedLanguage(): Language {
	try {
		const saved = localStorage.getItem(KEY);
		return isLanguage(saved) ? saved : DEFAULT_LANGUAGE;
	} catch {
		return DEFAULT_LANGUAGE;
	}
}

export function saveLanguage(language: Language): void {
	try {
		localStorage.setItem(KEY, language);
	} catch {
		// Private windows may refuse storage; the choice then lasts for this page.
	}
}
