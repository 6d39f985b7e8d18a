import { useEffect } from "react";
import { href, Outlet } from "react-router";
import { watchStaffSession } from "~/clinic/session/staff-session";
import { bundleKo, withEnglish } from "~/i18n/i18n";
import ko from "~/locales/ko/clinic.json";
import account from "~/locales/ko/clinicAccount.json";
import credentials from "~/locales/ko/credentials.json";
import tongue from "~/locales/ko/tongue.json";
import { CrashPage } from "~/shared/layouts/crash-page";
import { DentalOnly } from "~/shared/layouts/dental-only";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("clinic", ko);
bundleKo("clinicAccount", account);
bundleKo("credentials", credentials);
bundleKo("tongue", tongue);
withEnglish(() => import("~/i18n/clinic-english").then((module) => module.clinicEnglish));

export const handle: RouteHandle = { title: "clinic" };

/** Root layout of the clinics' console, with its own texts and session. */
export default function ClinicLayout() {
	useEffect(watchStaffSession, []);
	return (
		<DentalOnly>
			<Outlet />
		</DentalOnly>
	);
}

export function ErrorBoundary() {
	return <CrashPage home={href("/clinic")} />;
}
