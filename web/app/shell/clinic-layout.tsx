import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { bundleKo, withEnglish } from "~/i18n/i18n";
import { currentLanguage } from "~/i18n/language";
import { staffQueryClient } from "~/lib/api/staff-query";
import { loadStaff } from "~/lib/staff-session";
import ko from "~/locales/ko/clinic.json";
import account from "~/locales/ko/clinicAccount.json";
import tongue from "~/locales/ko/tongue.json";

bundleKo("clinic", ko);
bundleKo("clinicAccount", account);
bundleKo("tongue", tongue);
withEnglish(() => import("~/i18n/clinic-english").then((module) => module.clinicEnglish));

/** The clinics' console: its own texts, its own session, its own server state. */
export default function ClinicLayout() {
	useTranslation();
	useEffect(() => void loadStaff(), []);
	return (
		<QueryClientProvider client={staffQueryClient}>
			<I18nProvider locale={currentLanguage() === "ko" ? "ko-KR" : "en-US"}>
				<Outlet />
			</I18nProvider>
		</QueryClientProvider>
	);
}
