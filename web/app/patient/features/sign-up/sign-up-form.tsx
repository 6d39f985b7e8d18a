import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { useRedirect } from "~/shared/lib/use-redirect";
import { Button } from "~/shared/ui/button";
import { Form } from "~/shared/ui/form/form";
import { BackIcon } from "~/shared/ui/icons";
import { StepIndicator } from "~/shared/ui/step-indicator";
import { AccountStep } from "./account-step";
import { AgreementStep } from "./agreement-step";
import { isAllAgreed } from "./agreements";
import { PersonStep } from "./person-step";
import { valuesOf } from "./sign-up-draft";
import { SignUpProblem } from "./sign-up-problem";
import { SocialNotice } from "./social-notice";
import { type SignUpState, useSignUp } from "./use-sign-up";
import { useSocialProfile } from "./use-social-profile";

/** Sign-up with an ID, in three steps. The session moves on when it works; the screen follows the session. */
export function SignUpForm() {
	const { t } = useTranslation("account");
	const social = useSocialProfile(useHydratedSearchParams().get("social"));
	const sign = useSignUp(social.token);
	const { form, step } = sign;
	const { profile } = social;
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the profile has come
	useEffect(() => {
		if (profile) sign.fill(valuesOf(profile));
	}, [profile]);
	const titles = [t("step.person"), t("step.account"), t("step.agree")];
	return (
		<>
			<TopBar sign={sign} />
			<StepIndicator
				label={t("form.title")}
				titles={titles}
				said={(number, title) => t("step.said", { number, title })}
				step={step.at}
			/>
			{step.at === 0 ? <SocialNotice social={social} hasDraft={sign.hasDraft} /> : null}
			<Form form={form} onSubmit={step.at < 2 ? sign.next : undefined} className="mt-6 flex flex-col gap-5">
				{step.at === 0 ? <PersonStep sign={sign} /> : null}
				{step.at === 1 ? <AccountStep sign={sign} /> : null}
				{step.at === 2 ? <AgreementStep sign={sign} /> : null}
				<SignUpProblem form={form} />
				<Buttons sign={sign} />
			</Form>
		</>
	);
}

/** The way back: to the step before, or out to sign-in. */
function TopBar({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation();
	const redirect = useRedirect();
	const look = "-ml-3 grid size-11 place-items-center rounded-full text-green-800 hover:bg-quiet";
	const icon = <BackIcon className="size-6" />;
	return (
		<div className="flex h-13 items-center">
			{sign.step.at === 0 ? (
				<Link
					to={withRedirect(href("/auth/signin"), redirect)}
					aria-label={t("action.back")}
					className={look}
				>
					{icon}
				</Link>
			) : (
				<button type="button" aria-label={t("action.back")} onClick={sign.step.back} className={look}>
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
