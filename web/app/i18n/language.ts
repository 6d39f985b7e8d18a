import i18next from "i18next";
import { localStore } from "~/shared/lib/storage";

export type Language = "ko" | "en";
export const DEFAULT_LANGUAGE: Language = "ko";
const KEY = "language";

const isLanguage = (value: unknown): value is Language => value === "ko" || value === "en";

export function currentLanguage(): Language {
	return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}

/** The language chosen earlier; Korean by default. */
export function savedLanguage(): Language {
	const saved = localStore.get(KEY);
	return isLanguage(saved) ? saved : DEFAULT_LANGUAGE;
}

/** Stores the choice; without access to the storage it lasts until the page is left. */
export function saveLanguage(language: Language): void {
	localStore.set(KEY, language);
}
