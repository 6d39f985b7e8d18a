import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { savedLanguage } from "~/i18n/language";

/** A payment page that nobody was on the way to: says so, and leads to the wizard. */
export function useInvalidAccess(isInvalid: boolean): void {
	const { t, i18n } = useTranslation("insurance");
	const navigate = useNavigate();
	// A page begins in Korean: the words wait for the language that was chosen.
	const isReady = isInvalid && i18n.language === savedLanguage();
	// biome-ignore lint/correctness/useExhaustiveDependencies: said once
	useEffect(() => {
		if (!isReady) return;
		window.alert(t("invalidAccess"));
		void navigate(href("/apply-insurance"), { replace: true });
	}, [isReady]);
}
