import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "~/i18n/language";
import type { Source, Translated } from "./text";

interface LoadedText<Text> {
	source: Source<Text>;
	/** Null if it could not be loaded. */
	text: Text | null;
}

/** A text in the user's language; `undefined` while it loads, null if loading failed. */
export function useText<Text extends object>(texts: Translated<Text>): Text | null | undefined {
	// Subscribes to language changes.
	useTranslation();
	const source = texts[currentLanguage()];
	const [fetched, setFetched] = useState<LoadedText<Text> | null>(null);
	useEffect(() => {
		if (isAtHand(source)) return;
		let wanted = true;
		const store = (text: Text | null) => wanted && setFetched({ source, text });
		source().then(
			(module) => store(module.default),
			() => store(null),
		);
		return () => {
			wanted = false;
		};
	}, [source]);
	if (isAtHand(source)) return source;
	return fetched?.source === source ? fetched.text : undefined;
}

function isAtHand<Text extends object>(source: Source<Text>): source is Text {
	return typeof source !== "function";
}
