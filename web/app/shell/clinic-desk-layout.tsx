import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation, useMatch } from "react-router";
import { useEarlyApplication } from "~/features/clinic/application-query";
import { DoorFrame } from "~/features/clinic/door-frame";
import { PasswordForm } from "~/features/clinic/password-form";
import { TopBar } from "~/features/clinic/top-bar";
import { idOf } from "~/lib/format";
import { withRedirect } from "~/lib/redirect";
import { useStaffSession } from "~/lib/staff-session";
import { pathTo, SCREENS } from "~/route-table";
import { OfflineBar } from "./offline-bar";

/** Behind the door: who is not signed in goes there, and a temporary password is changed before anything else. */
export default function ClinicDeskLayout() {
	const { t } = useTranslation("clinic");
	const { state, staff } = useStaffSession();
	const { pathname, search } = useLocation();
	// Other screens of the desk have numbers, too.
	useEarlyApplication(idOf(useMatch(SCREENS.clinicApplication.path)?.params.id));
	if (state === "LOGGED_OUT") {
		return <Navigate to={withRedirect(pathTo("clinicSignIn"), pathname + search)} replace />;
	}
	if (!staff) {
		return (
			<main aria-busy="true" className="min-h-dvh">
				<h1 className="sr-only">{t("state.loading", { ns: "common" })}</h1>
			</main>
		);
	}
	if (staff.mustChangePassword) {
		return (
			<DoorFrame title={t("password.title")} text={t("password.text", { name: staff.name })}>
				<PasswordForm />
			</DoorFrame>
		);
	}
	return (
		<div className="flex h-dvh flex-col bg-[#f5f8f6] print:block print:h-auto print:bg-white">
			<a
				href="#main"
				className="sr-only z-40 rounded-control bg-green-700 p-3 font-bold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{t("action.skip", { ns: "common" })}
			</a>
			<TopBar staff={staff} />
			<OfflineBar />
			<Outlet />
		</div>
	);
}
