import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate } from "react-router";
import { failIdentity, finishIdentity, formToReturnTo, isSmallWindow } from "~/features/account/identity";
import { IdentityFailure } from "~/features/account/identity-failure";
import { refusalIn } from "~/features/account/identity-problem";
import { useVerification } from "~/features/account/use-verification";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useHydrated, useQuery } from "~/lib/use-query";
import { useRedirect } from "~/lib/use-redirect";
import ko from "~/locales/ko/ways.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { MessageScreen } from "~/ui/message-screen";
import { CheckIcon, ClockIcon } from "~/ui/tool-icons";

bundleKo("ways", ko);

/** The identity check returns here: its result is handed to the sign-up form. */
export default function AuthSuccess() {
	const { t } = useTranslation("ways");
	const navigate = useNavigate();
	const hydrated = useHydrated();
	const query = useQuery();
	const redirect = useRedirect();
	const [done, setDone] = useState(false);
	const refused = hydrated ? refusalIn(query) : null;
	// The own data take the result themselves.
	const ownData = hydrated && redirect === pathTo("profile");
	const form = () => formToReturnTo() ?? withRedirect(pathTo("signUpForm"), redirect);

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

	if (ownData) return <Navigate to={{ pathname: pathTo("profile"), search: `?${query}` }} replace />;

	const failure = refused ?? problem;
	if (failure) {
		return (
			<IdentityFailure
				problem={failure}
				form={form()}
				signIn={withRedirect(pathTo("signIn"), redirect)}
				small={isSmallWindow()}
				onAgain={again}
			/>
		);
	}
	if (done) {
		return (
			<MessageScreen
				mark={<CheckIcon className="size-10" />}
				title={t("identity.finished")}
				text={t("identity.finishedText")}
			>
				<Link to={form()} replace className={buttonStyle("quiet")}>
					{t("identity.toForm")}
				</Link>
			</MessageScreen>
		);
	}
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
