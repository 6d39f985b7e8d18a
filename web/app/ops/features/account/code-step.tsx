import { useTranslation } from "react-i18next";
import { CodeForm } from "~/domain/account/code-form";
import { SignOutButton } from "~/ops/layouts/sign-out-button";
import { enterSecondFactor } from "~/ops/session/operator-session";

/** The second step of a sign-in. */
export function CodeStep() {
	const { t } = useTranslation("ops");
	return (
		<div className="flex flex-col gap-3">
			<CodeForm hint={t("code.hint")} submit={t("code.submit")} onCode={enterSecondFactor} />
			<SignOutButton />
		</div>
	);
}
