import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { savedLanguage } from "~/i18n/language";

/** Shows an alert on a payment page without an order, then navigates to the wizard. */
export function useInvalidAccess(isInvalid: boolean): void {
	const { t, i18n } = useTranslation("insurance");
	const navigate = useNavigate();
	// Prerendered pages start in Korean: the alert waits for the chosen language.
	const isReady = isInvalid && i18n.language === savedLanguage();
	// biome-ignore lint/correctness/useExhaustiveDependencies: alerts only once
	useEffect(() => {
		if (!isReady) return;
		window.alert(t("invalidAccess"));
		void navigate(href("/apply-insurance"), { replace: true });
	}, [isReady]);
}
