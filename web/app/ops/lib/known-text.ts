import i18next from "i18next";

/** What is used of i18next here, with keys that the server names: they are not known to the types. */
interface Texts {
	exists(key: string, options: { ns: string }): boolean;
	t(key: string, options: { ns: string }): string;
}

/** The words for what the server names, in the language of the moment; a name that a newer server brings stays as it is. */
export function knownText(namespace: string, key: string, name: string): string {
	const texts = i18next as unknown as Texts;
	return texts.exists(key, { ns: namespace }) ? texts.t(key, { ns: namespace }) : name;
}
