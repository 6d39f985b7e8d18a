import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type IdentityProblem, mayChange } from "~/patient/lib/identity-problem";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";

interface Props {
	problem: IdentityProblem;
	/** URLs of the sign-up form and the sign-in. */
	form: string;
	signIn: string;
	/** Whether it is in the popup window beside the form. */
	small: boolean;
	onRetry: () => void;
}

/** Why the identity check failed, with the next step. */
export function IdentityFailure({ problem, form, signIn, small, onRetry }: Props) {
	const { t } = useTranslation("auth");
	const canAskAgain = mayChange(problem);
	return (
		<EmptyState
			mark={<AlertIcon className="size-10" />}
			title={t("identity.failedTitle")}
			text={t(`identity.${problem}`)}
		>
			{canAskAgain ? <Button onPress={onRetry}>{t("identity.check")}</Button> : null}
			{problem === "already_registered" && !small ? (
				<Link to={signIn} className={buttonStyle()}>
					{t("identity.toSignIn")}
				</Link>
			) : null}
			{small ? (
				<Button tone={canAskAgain ? "quiet" : "primary"} onPress={() => window.close()}>
					{t("identity.close")}
				</Button>
			) : (
				<Link to={form} replace className={buttonStyle("quiet")}>
					{t("identity.toForm")}
				</Link>
			)}
		</EmptyState>
	);
}
