import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { fieldMessages, isProblem } from "~/lib/api/problem";
import { withRedirect } from "~/lib/redirect";
import { useRedirect } from "~/lib/use-redirect";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { Notice } from "~/ui/notice";
import { problemText } from "./problem-text";

/** What the form has no field for: the message is told here. */
const HIDDEN = ["ci", "verificationId", "socialToken", "phoneToken", "agreements"];

/** Why the sign-up did not work, and the next step. */
export function SignUpProblem({ error }: { error: unknown }) {
	const { t } = useTranslation("account");
	const { t: ways } = useTranslation("ways");
	const messages = fieldMessages(error);
	if (isProblem(error) && error.code === "already_registered") {
		return (
			<Notice tone="danger" action={<Step to="signIn">{ways("identity.toSignIn")}</Step>}>
				{ways("identity.already_registered")}
			</Notice>
		);
	}
	const hidden = HIDDEN.map((name) => messages[name]).find(Boolean);
	const marked = Object.keys(messages).length > 0 ? t("form.failed") : problemText(t, error);
	return (
		<Notice
			tone="danger"
			action={messages.socialToken ? <Step to="signUp">{ways("social.again")}</Step> : null}
		>
			{hidden ?? marked}
		</Notice>
	);
}

function Step({ to, children }: { to: "signIn" | "signUp"; children: string }) {
	return (
		<Link to={withRedirect(pathTo(to), useRedirect())} className={buttonStyle("secondary", "", "tight")}>
			{children}
		</Link>
	);
}
