import { useState } from "react";
import { useTranslation } from "react-i18next";
import { setLanguage } from "~/i18n/i18n";
import { currentLanguage } from "~/i18n/language";

const LANGUAGES = [
	["ko", "한국어"],
	["en", "English"],
] as const;

/** A toggle button for each language, in its own words. */
export function LanguageSwitch() {
	const { t } = useTranslation();
	const current = currentLanguage();
	const [isMissing, setMissing] = useState(false);
	return (
		<fieldset translate="no" className="inline-flex flex-wrap items-center rounded-full bg-quiet p-0.5">
			<legend className="sr-only">{t("menu.language")}</legend>
			{LANGUAGES.map(([code, name]) => (
				<button
					key={code}
					type="button"
					lang={code}
					aria-pressed={current === code}
					onClick={() => void setLanguage(code).then((isThere) => setMissing(!isThere))}
					className="min-h-12 rounded-full px-3.5 text-meta font-semibold text-ink-600 transition aria-pressed:bg-white aria-pressed:text-green-700 aria-pressed:shadow-float"
				>
					{name}
				</button>
			))}
			{isMissing ? (
				<span role="alert" className="px-3 text-meta text-danger">
					{t("menu.languageMissing")}
				</span>
			) : null}
		</fieldset>
	);
}
