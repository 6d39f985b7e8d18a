import { QueryClientProvider } from "@tanstack/react-query";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { currentLanguage } from "~/i18n/language";
import { queryClient } from "~/lib/api/query";

/** What the screens with server state and form controls need, kept away from the light ones. */
export default function RichLayout() {
	useTranslation();
	return (
		<QueryClientProvider client={queryClient}>
			<I18nProvider locale={currentLanguage() === "ko" ? "ko-KR" : "en-US"}>
				<Outlet />
			</I18nProvider>
		</QueryClientProvider>
	);
}
