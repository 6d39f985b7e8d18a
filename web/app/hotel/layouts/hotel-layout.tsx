import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Outlet } from "react-router";
import { watchHotelSession } from "~/hotel/session/hotel-session";
import { bundleEn, showEnglish } from "~/i18n/i18n";
import { currentLanguage } from "~/i18n/language";
import common from "~/locales/en/common.json";
import credentials from "~/locales/en/credentials.json";
import hotel from "~/locales/en/hotel.json";
import { CrashPage } from "~/shared/layouts/crash-page";
import { NotFoundScreen } from "~/shared/layouts/not-found";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useTenantQuery } from "~/shared/lib/tenant";
import { ErrorState } from "~/shared/ui/error-state";
import { PageSkeleton } from "~/shared/ui/skeleton";

bundleEn("common", common);
bundleEn("credentials", credentials);
bundleEn("hotel", hotel);

export const handle: RouteHandle = { title: "hotel" };

/** Root layout of the hotels' application. In English, and only on hosts of hotel tenants. */
export default function HotelLayout() {
	useTranslation();
	const { kind, error, refetch } = useTenantQuery();
	useEffect(() => {
		if (kind === "hotel") void showEnglish();
	}, [kind]);
	useEffect(watchHotelSession, []);
	if (kind === "dental") return <NotFoundScreen />;
	if (kind === null && error) {
		return (
			<main className="mx-auto max-w-[560px] px-5">
				<ErrorState error={error} onRetry={() => void refetch()} />
			</main>
		);
	}
	return kind === null || currentLanguage() !== "en" ? <PageSkeleton /> : <Outlet />;
}

export function ErrorBoundary() {
	return <CrashPage home={href("/hotel")} />;
}
