import { useEffect } from "react";
import { href, Outlet } from "react-router";
import { bundleKo, withEnglish } from "~/i18n/i18n";
import credentials from "~/locales/ko/credentials.json";
import ko from "~/locales/ko/ops.json";
import { watchOperatorSession } from "~/ops/session/operator-session";
import { CrashPage } from "~/shared/layouts/crash-page";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("credentials", credentials);
bundleKo("ops", ko);
withEnglish(() => import("~/i18n/ops-english").then((module) => module.opsEnglish));

export const handle: RouteHandle = { title: "ops" };

/** Root layout of the operators' console, with its own texts and session. */
export default function OpsLayout() {
	useEffect(watchOperatorSession, []);
	return <Outlet />;
}

export function ErrorBoundary() {
	return <CrashPage home={href("/ops")} />;
}
