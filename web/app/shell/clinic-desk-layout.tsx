import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation, useMatch } from "react-router";
import { useEarlyApplication } from "~/features/clinic/application-query";
import { DoorFrame } from "~/features/clinic/door-frame";
import { IdleGuard } from "~/features/clinic/idle-guard";
import { PasswordForm } from "~/features/clinic/password-form";
import { SecondStep, SecondStepSetup } from "~/features/clinic/second-step";
import { TopBar } from "~/features/clinic/top-bar";
import { idOf } from "~/lib/format";
import { withRedirect } from "~/lib/redirect";
import { useStaffSession } from "~/lib/staff-session";
import { pathTo, SCREENS } from "~/route-table";
import { OfflineBar } from "./offline-bar";

/** Behind the door: who is not signed in goes there, and what the server asks for comes before anything else. */
export default function ClinicDeskLayout() {
	const { t } = useTranslation("clinic");
	const { state, staff, next, methods } = useStaffSession();
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
	if (next === "second_factor") {
		return (
			<DoorFrame title={t("step.title")} text={t("step.text")}>
				<SecondStep methods={methods} />
			</DoorFrame>
		);
	}
	if (next === "second_factor_setup") {
		return (
			<DoorFrame title={t("step.setUpTitle")} text={t("step.setUpText")}>
				<SecondStepSetup />
			</DoorFrame>
		);
	}
	if (next === "password") {
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
			<IdleGuard />
			<Outlet />
		</div>
	);
}
