import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "react-i18next";
import { Outlet, Scripts, ScrollRestoration } from "react-router";
import cssText from "~/app.css?inline";
import { EarlyPhoto, EarlyPhotoScript } from "~/domain/tongue/early-photo";
import { setLanguage } from "~/i18n/i18n";
import { currentLanguage, DEFAULT_LANGUAGE, savedLanguage } from "~/i18n/language";
import { termsBannerScript } from "~/patient/features/legal/next-change";
import { storeResultsOffline, watchSession } from "~/patient/session/session";
import { earlyCallsScript } from "~/shared/api/early-calls";
import { queryClient } from "~/shared/api/query-client";
import { CrashPage } from "~/shared/layouts/crash-page";
import { DocumentTitle } from "~/shared/layouts/document-title";
import { START_GUARD } from "~/shared/layouts/start-guard";
import { TenantGate } from "~/shared/layouts/tenant-gate";
import { localStore } from "~/shared/lib/storage";
import { loadTenant, useTenant } from "~/shared/lib/tenant";
import { themeScript } from "~/shared/lib/theme-script";
import { setHydrated } from "~/shared/lib/use-hydrated-search-params";
import { PageSkeleton } from "~/shared/ui/skeleton";

/** The built HTML contains the styles, so the client's code does not include them again. */
function styles(): string {
	if (import.meta.env.SSR || import.meta.env.DEV) return cssText;
	return document.getElementById("styles")?.innerHTML ?? "";
}

/**
 * Runs before all other code. Like the styles, it is only part of the built HTML. In development it makes no early
 * calls, because the mock worker is not running yet.
 */
const FIRST_SCRIPT =
	import.meta.env.SSR || import.meta.env.DEV
		? [START_GUARD, themeScript(), termsBannerScript(), import.meta.env.DEV ? "" : earlyCallsScript()].join(
				"\n;",
			)
		: "";

/** react-aria would add this rule at run time, which the content security policy blocks. */
const PRESSABLE = "[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}";

export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang={DEFAULT_LANGUAGE} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<meta
					name="description"
					content="혀 사진 한 장으로 설태 지수를 확인하고, 치과 분석을 신청하고 보험서류를 청구해요."
				/>
				<meta name="theme-color" content="#12463a" />
				<meta name="format-detection" content="telephone=no" />
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
				<script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
				<link rel="icon" href="/icon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href="/manifest.webmanifest" />
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
				<style id="styles" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles() }} />
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
				<style id="react-aria-pressable-style" dangerouslySetInnerHTML={{ __html: PRESSABLE }} />
			</head>
			<body>
				{children}
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

/** Removes an expired identity. Loads its code only if an identity is stored. */
function dropStaleIdentity(): void {
	if (localStore.get("authInfo") === null) return;
	import("~/patient/features/sign-up/identity").then(
		(identity) => identity.dropStaleIdentity(),
		() => undefined,
	);
}

/** The query client, and the locale of dates and numbers in form controls. */
function Providers({ children }: { children: ReactNode }) {
	useTranslation();
	return (
		<QueryClientProvider client={queryClient}>
			<I18nProvider locale={currentLanguage() === "ko" ? "ko-KR" : "en-US"}>{children}</I18nProvider>
		</QueryClientProvider>
	);
}

/** Applies the tenant's look once it is loaded. */
function Theme() {
	const tenant = useTenant();
	useEffect(() => {
		if (!tenant) return;
		// The first script has already applied the look of the last visit.
		import("~/shared/lib/theme").then(
			(theme) => theme.applyLook(tenant),
			() => undefined,
		);
	}, [tenant]);
	return null;
}

export default function App() {
	useEffect(() => {
		setHydrated(true);
		void setLanguage(savedLanguage());
		void loadTenant();
		dropStaleIdentity();
		storeResultsOffline();
		return watchSession();
	}, []);
	return (
		<Providers>
			<Theme />
			<DocumentTitle />
			<TenantGate>
				<Outlet />
			</TenantGate>
		</Providers>
	);
}

export function HydrateFallback() {
	return (
		<PageSkeleton>
			<EarlyPhoto />
			<EarlyPhotoScript />
		</PageSkeleton>
	);
}

/** Unknown paths have their own route, so every error here is a crash. */
export function ErrorBoundary() {
	return <CrashPage />;
}
