import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, Navigate, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/auth.json";
import {
	failIdentity,
	finishIdentity,
	formToReturnTo,
	isSmallWindow,
} from "~/patient/features/sign-up/identity";
import { IdentityFailure } from "~/patient/features/sign-up/identity-failure";
import { useVerification } from "~/patient/features/sign-up/use-verification";
import { refusalIn } from "~/patient/lib/identity-problem";
import { withRedirect } from "~/shared/lib/redirect";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useHydrated, useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { useRedirect } from "~/shared/lib/use-redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { CheckIcon, ClockIcon } from "~/shared/ui/tool-icons";

bundleKo("auth", ko);

export const handle: RouteHandle = { title: "account", isTitleOnly: true };

/** The identity check returns here. Passes its result on to the sign-up form. */
export default function AuthSuccess() {
	const { t } = useTranslation("auth");
	const navigate = useNavigate();
	const hydrated = useHydrated();
	const query = useHydratedSearchParams();
	const redirect = useRedirect();
	const [done, setDone] = useState(false);
	const refused = hydrated ? refusalIn(query) : null;
	// The profile screen handles the result itself.
	const ownData = hydrated && redirect === href("/account/profile");
	const form = () => formToReturnTo() ?? withRedirect(href("/auth/signup/form"), redirect);

	const { problem, again } = useVerification(
		refused || ownData ? null : query.get("identityVerificationId"),
		{
			onDone: (verification) => {
				finishIdentity(verification);
				if (!isSmallWindow()) return void navigate(form(), { replace: true });
				window.close();
				setDone(true);
			},
			onProblem: failIdentity,
		},
	);
	useEffect(() => {
		if (refused && !ownData) failIdentity(refused);
	}, [refused, ownData]);

	if (ownData) return <Navigate to={{ pathname: href("/account/profile"), search: `?${query}` }} replace />;

	const failure = refused ?? problem;
	if (failure) {
		return (
			<IdentityFailure
				problem={failure}
				form={form()}
				signIn={withRedirect(href("/auth/signin"), redirect)}
				small={isSmallWindow()}
				onRetry={again}
			/>
		);
	}
	if (done) {
		return (
			<EmptyState
				mark={<CheckIcon className="size-10" />}
				title={t("identity.finished")}
				text={t("identity.finishedText")}
			>
				<Link to={form()} replace className={buttonStyle("quiet")}>
					{t("identity.toForm")}
				</Link>
			</EmptyState>
		);
	}
	return <CheckingIdentity />;
}

function CheckingIdentity() {
	const { t } = useTranslation("auth");
	return (
		<div
			role="status"
			className="grid min-h-[62dvh] place-content-center justify-items-center gap-4 text-ink-600"
		>
			<span className="grid size-24 animate-pulse-soft place-items-center rounded-full bg-mint-100 text-green-700">
				<ClockIcon className="size-10" />
			</span>
			{t("identity.checking")}
		</div>
	);
}
