import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, Navigate, Outlet, useLocation, useMatch } from "react-router";
import { useEarlyApplication } from "~/clinic/features/scoring/application-query";
import { StaffIdleGuard } from "~/clinic/layouts/idle-guard";
import { SignInLayout } from "~/clinic/layouts/sign-in-layout";
import { SignOutButton } from "~/clinic/layouts/sign-out-button";
import { TopBar } from "~/clinic/layouts/top-bar";
import { WorklistUpdates } from "~/clinic/layouts/worklist-updates";
import { changeStaffPassword, loadStaff, useStaffSession } from "~/clinic/session/staff-session";
import type { Staff, StaffStep } from "~/shared/api/types";
import { OfflineBar } from "~/shared/layouts/offline-bar";
import { parseId } from "~/shared/lib/format";
import { withRedirect } from "~/shared/lib/redirect";
import { ErrorState } from "~/shared/ui/error-state";

// Lazy: few sign-ins need these steps.
const PasswordForm = lazy(() =>
	import("~/domain/account/password-form").then((module) => ({ default: module.PasswordForm })),
);
const SecondStep = lazy(() =>
	import("~/clinic/features/account/second-step").then((module) => ({ default: module.SecondStep })),
);
const SecondStepSetup = lazy(() =>
	import("~/clinic/features/account/second-step").then((module) => ({ default: module.SecondStepSetup })),
);

/** Layout behind the sign-in. Redirects signed-out users, and shows a step that the server requires first. */
export default function ConsoleLayout() {
	const { t } = useTranslation("clinic");
	const { state, staff, next, methods, error } = useStaffSession();
	const { pathname, search } = useLocation();
	// Only here: ids in other paths of the console are not applications.
	useEarlyApplication(parseId(useMatch("/clinic/applications/:id")?.params.id));
	if (state === "LOGGED_OUT") {
		return <Navigate to={withRedirect(href("/clinic/signin"), pathname + search)} replace />;
	}
	if (state === "UNREACHABLE") {
		return (
			<main className="grid min-h-dvh place-items-center">
				<ErrorState error={error} onRetry={() => void loadStaff()} />
			</main>
		);
	}
	if (!staff) {
		return (
			<main aria-busy="true" className="min-h-dvh">
				<h1 className="sr-only">{t("state.loading", { ns: "common" })}</h1>
			</main>
		);
	}
	if (next) return <RequiredStep step={next} staff={staff} methods={methods} />;
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
			<StaffIdleGuard />
			<WorklistUpdates />
			{/* Another user gets fresh state. */}
			<Outlet key={staff.id} />
		</div>
	);
}

interface StepProps {
	step: NonNullable<StaffStep>;
	staff: Staff;
	methods: readonly string[];
}

/** A step that the server requires before anything else. */
function RequiredStep({ step, staff, methods }: StepProps) {
	const { t } = useTranslation("clinic");
	if (step === "second_factor") {
		return (
			<SignInLayout title={t("step.title")} text={t("step.text")}>
				<Suspense>
					<SecondStep methods={methods} />
				</Suspense>
			</SignInLayout>
		);
	}
	if (step === "second_factor_setup") {
		return (
			<SignInLayout title={t("step.setUpTitle")} text={t("step.setUpText")}>
				<Suspense>
					<SecondStepSetup />
				</Suspense>
			</SignInLayout>
		);
	}
	return (
		<SignInLayout title={t("password.title")} text={t("password.text", { name: staff.name })}>
			<Suspense>
				<PasswordForm isFirst onSubmit={changeStaffPassword}>
					<SignOutButton />
				</PasswordForm>
			</Suspense>
		</SignInLayout>
	);
}
