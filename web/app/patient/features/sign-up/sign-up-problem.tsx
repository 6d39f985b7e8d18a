import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import type { SignUpState } from "./use-sign-up";
import "./auth-texts";

/** Why the sign-up failed, unless a field shows it, with the next step. */
export function SignUpProblem({ form }: Pick<SignUpState, "form">) {
	const { t } = useTranslation("auth");
	const { problem, failure } = form;
	if (!problem) return null;
	if (isProblem(failure) && failure.code === "already_registered") {
		return (
			<Notice tone="danger" action={<Step to="/auth/signin">{t("identity.toSignIn")}</Step>}>
				{t("identity.already_registered")}
			</Notice>
		);
	}
	const isSocial = Boolean(fieldMessages(failure).socialToken);
	return (
		<Notice tone="danger" action={isSocial ? <Step to="/auth/signup">{t("social.again")}</Step> : null}>
			{problem}
		</Notice>
	);
}

function Step({ to, children }: { to: "/auth/signin" | "/auth/signup"; children: string }) {
	return (
		<Link to={withRedirect(href(to), useRedirect())} className={buttonStyle("secondary", "", "tight")}>
			{children}
		</Link>
	);
}
