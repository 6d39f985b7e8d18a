import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "~/i18n/language";
import type { Edition, LegalText, Source } from "./text";

interface Fetched {
	source: Source;
	/** Null when it could not be fetched. */
	text: LegalText | null;
}

/** An edition's words in the visitor's language; `undefined` while they are on their way, null when they do not come. */
export function useText(edition: Edition): LegalText | null | undefined {
	// Switching the language shows this anew.
	useTranslation();
	const source = edition[currentLanguage()];
	const [fetched, setFetched] = useState<Fetched | null>(null);
	useEffect(() => {
		if (typeof source !== "function") return;
		let wanted = true;
		const keep = (text: LegalText | null) => wanted && setFetched({ source, text });
		source().then(
			(module) => keep(module.default),
			() => keep(null),
		);
		return () => {
			wanted = false;
		};
	}, [source]);
	if (typeof source !== "function") return source;
	return fetched?.source === source ? fetched.text : undefined;
}
