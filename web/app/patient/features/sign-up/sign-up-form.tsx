import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { useRedirect } from "~/shared/lib/use-redirect";
import { Button } from "~/shared/ui/button";
import { Form } from "~/shared/ui/form/form";
import { BackIcon } from "~/shared/ui/icons";
import { StepIndicator } from "~/shared/ui/step-indicator";
import { isAllAgreed } from "./agreements";
import { PersonStep } from "./person-step";
import { valuesOf } from "./sign-up-draft";
import { type SignUpState, useSignUp } from "./use-sign-up";
import { useSocialProfile } from "./use-social-profile";

const loadAccount = () => import("./account-step");
const loadAgreements = () => import("./agreement-step");
const AccountStep = lazy(() => loadAccount().then((module) => ({ default: module.AccountStep })));
const AgreementStep = lazy(() => loadAgreements().then((module) => ({ default: module.AgreementStep })));
const SignUpProblem = lazy(() =>
	import("./sign-up-problem").then((module) => ({ default: module.SignUpProblem })),
);
const SocialNotice = lazy(() =>
	import("./social-notice").then((module) => ({ default: module.SocialNotice })),
);

/** Sign-up with a login ID, in three steps. Success changes the session, and the screen reacts to that. */
export function SignUpForm() {
	const { t } = useTranslation("account");
	const social = useSocialProfile(useHydratedSearchParams().get("social"));
	const sign = useSignUp(social.token);
	const { form, step } = sign;
	const { profile } = social;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the profile has loaded
	useEffect(() => {
		if (profile) sign.fill(valuesOf(profile));
	}, [profile]);
	// Preloads the later steps while the first one is filled in.
	useEffect(() => {
		Promise.all([loadAccount(), loadAgreements()]).catch(() => undefined);
	}, []);
	const hasNotice = sign.hasDraft || profile || social.state === "expired";
	const titles = [t("step.person"), t("step.account"), t("step.agree")];
	return (
		<>
			<TopBar sign={sign} />
			<StepIndicator
				label={t("form.title")}
				titles={titles}
				stepLabel={(number, title) => t("step.label", { number, title })}
				step={step.at}
			/>
			{step.at === 0 && hasNotice ? (
				<Suspense>
					<SocialNotice social={social} hasDraft={sign.hasDraft} />
				</Suspense>
			) : null}
			<Form form={form} onSubmit={step.at < 2 ? sign.next : undefined} className="mt-6 flex flex-col gap-5">
				{step.at === 0 ? <PersonStep sign={sign} /> : null}
				<Suspense>
					{step.at === 1 ? <AccountStep sign={sign} /> : null}
					{step.at === 2 ? <AgreementStep sign={sign} /> : null}
				</Suspense>
				{form.problem ? (
					<Suspense>
						<SignUpProblem form={form} />
					</Suspense>
				) : null}
				<Buttons sign={sign} />
			</Form>
		</>
	);
}

/** Back to the previous step, or out to the sign-in. */
function TopBar({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation();
	const redirect = useRedirect();
	const style = "-ml-3 grid size-12 place-items-center rounded-full text-green-800 hover:bg-quiet";
	const icon = <BackIcon className="size-6" />;
	return (
		<div className="flex h-13 items-center">
			{sign.step.at === 0 ? (
				<Link
					to={withRedirect(href("/auth/signin"), redirect)}
					aria-label={t("action.back")}
					className={style}
				>
					{icon}
				</Link>
			) : (
				<button type="button" aria-label={t("action.back")} onClick={sign.step.back} className={style}>
					{icon}
				</button>
			)}
		</div>
	);
}

function Buttons({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation("account");
	if (sign.step.at < 2) {
		return (
			<Button key="next" type="submit" className="mt-2 w-full">
				{t("form.next")}
			</Button>
		);
	}
	return (
		<Button
			key="join"
			type="submit"
			isDisabled={!isAllAgreed(sign.agreed)}
			isPending={sign.form.isPending}
			className="mt-2 w-full"
		>
			{t("form.join")}
		</Button>
	);
}
