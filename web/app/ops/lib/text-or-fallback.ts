import i18next from "i18next";

/** The part of i18next that is used here, with keys from the server, which its types do not know. */
interface Texts {
	exists(key: string, options: { ns: string }): boolean;
	t(key: string, options: { ns: string }): string;
}

/** The text of a name from the server in the current language. A name that only a newer server knows is returned unchanged. */
export function textOrFallback(namespace: string, key: string, name: string): string {
	const texts = i18next as unknown as Texts;
	return texts.exists(key, { ns: namespace }) ? texts.t(key, { ns: namespace }) : name;
}
