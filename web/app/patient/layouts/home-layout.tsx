import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { CrashPage } from "~/shared/layouts/crash-page";
import { DentalOnly } from "~/shared/layouts/dental-only";
import { Main } from "~/shared/layouts/main";
import { OfflineBar } from "~/shared/layouts/offline-bar";
import { BottomNav } from "./bottom-nav";
import { Footer } from "./footer";
import { Header } from "./header";
import { TermsBanner } from "./terms-banner";

/** Layout with header, screen and footer. */
export default function HomeLayout() {
	const { t } = useTranslation();
	return (
		<DentalOnly>
			<div data-application="patient" className="flex min-h-dvh flex-col">
				<a
					href="#main"
					className="sr-only z-40 rounded-control bg-green-700 p-3 font-bold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
				>
					{t("action.skip")}
				</a>
				<Header />
				<TermsBanner />
				<OfflineBar />
				<Main className="max-w-[1000px]">
					<Outlet />
				</Main>
				<Footer />
				<BottomNav />
			</div>
		</DentalOnly>
	);
}

export const ErrorBoundary = CrashPage;
