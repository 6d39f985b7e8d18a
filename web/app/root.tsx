import { type ReactNode, useEffect } from "react";
import { Outlet, Scripts, ScrollRestoration } from "react-router";
import cssText from "~/app.css?inline";
import { setLanguage } from "~/i18n/i18n";
import { DEFAULT_LANGUAGE, savedLanguage } from "~/i18n/language";
import { loadPatient } from "~/lib/session";
import { loadTenant } from "~/lib/tenant";
import { CrashScreen } from "~/shell/crash-screen";
import { DocumentTitle } from "~/shell/document-title";
import { PageSkeleton } from "~/ui/skeleton";

/** The styles stay in the built HTML; the client's code does not carry them a second time. */
function styles(): string {
	if (import.meta.env.SSR || import.meta.env.DEV) return cssText;
	return document.getElementById("styles")?.innerHTML ?? "";
}

/** react-aria would add this rule at run time, which the content security policy refuses. */
const PRESSABLE = "[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}";

export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang={DEFAULT_LANGUAGE} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<meta name="theme-color" content="#12463a" />
				<meta name="format-detection" content="telephone=no" />
				<link rel="icon" href="/icon.svg" type="image/svg+xml" />
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

/** A verified identity is not left lying about; the code that knows it is fetched only where there is one. */
function dropStaleIdentity(): void {
	if (localStorage.getItem("authInfo") === null) return;
	import("~/features/account/identity").then(
		(identity) => identity.dropStaleIdentity(),
		() => undefined,
	);
}

export default function App() {
	useEffect(() => {
		void setLanguage(savedLanguage());
		void loadTenant();
		void loadPatient();
		dropStaleIdentity();
	}, []);
	return (
		<>
			<DocumentTitle />
			<Outlet />
		</>
	);
}

export function HydrateFallback() {
	return <PageSkeleton />;
}

/** Addresses that no screen has are a route of their own; what arrives here broke. */
export function ErrorBoundary() {
	return <CrashScreen />;
}
