import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { ConsoleFrame } from "~/ops/layouts/console-frame";
import { SignInLayout } from "~/ops/layouts/sign-in-layout";
import { SignOutButton } from "~/ops/layouts/sign-out-button";
import {
	changeOperatorPassword,
	loadOperator,
	logInOperator,
	useOperatorSession,
} from "~/ops/session/operator-session";
import { NotFound } from "~/shared/layouts/not-found";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

// Lazy: most visits are signed in, and few sign-ins need the other steps.
const SignInForm = lazy(() =>
	import("~/domain/account/sign-in-form").then((module) => ({ default: module.SignInForm })),
);
const PasswordForm = lazy(() =>
	import("~/domain/account/password-form").then((module) => ({ default: module.PasswordForm })),
);
const CodeStep = lazy(() =>
	import("~/ops/features/account/code-step").then((module) => ({ default: module.CodeStep })),
);
const FactorSetup = lazy(() =>
	import("~/ops/features/account/factor-setup").then((module) => ({ default: module.FactorSetup })),
);

/** Steps that the server requires before anything else. */
const STEPS = ["second_factor", "second_factor_setup", "password"] as const;

/** Layout behind the sign-in. Renders the sign-in form or a required step in place of the screen. */
export default function ConsoleLayout() {
	const { t } = useTranslation("ops");
	const { state, me, error } = useOperatorSession();
	if (state === "NOT_HERE" || state === "UNREACHABLE") {
		return (
			<main className="grid min-h-dvh place-items-center px-5">
				{state === "NOT_HERE" ? (
					<NotFound />
				) : (
					<ErrorState error={error} onRetry={() => void loadOperator()} />
				)}
			</main>
		);
	}
	if (state === "LOGGED_OUT") {
		return (
			<SignInLayout title={t("signIn.title")} text={t("signIn.text")}>
				<Suspense fallback={<Skeleton className="h-60 rounded-control" />}>
					<SignInForm onSubmit={logInOperator} />
				</Suspense>
			</SignInLayout>
		);
	}
	if (!me) {
		return (
			<main aria-busy="true" className="min-h-dvh bg-green-950">
				<h1 className="sr-only">{t("state.loading", { ns: "common" })}</h1>
			</main>
		);
	}
	const step = STEPS.find((each) => each === me.next);
	if (step) {
		const forms = {
			second_factor: <CodeStep />,
			second_factor_setup: <FactorSetup onDone={() => void loadOperator()} />,
			password: (
				<PasswordForm isFirst onSubmit={changeOperatorPassword}>
					<SignOutButton />
				</PasswordForm>
			),
		};
		return (
			<SignInLayout title={t(`step.${step}.title`)} text={t(`step.${step}.text`)}>
				<Suspense>{forms[step]}</Suspense>
			</SignInLayout>
		);
	}
	return (
		<ConsoleFrame me={me}>
			{/* Another user gets fresh state. */}
			<Outlet key={me.id} />
		</ConsoleFrame>
	);
}
