import { useTranslation } from "react-i18next";
import { href, Navigate } from "react-router";
import { SignInForm } from "~/domain/account/sign-in-form";
import { SignInLayout } from "~/hotel/layouts/sign-in-layout";
import { logInHotelUser, useHotelSession } from "~/hotel/session/hotel-session";
import { useRedirect } from "~/shared/lib/use-redirect";

export default function HotelSignInPage() {
	const { t } = useTranslation("hotel");
	const { state } = useHotelSession();
	const redirect = useRedirect();
	const home = href("/hotel");
	if (state === "AUTHENTICATED") {
		return <Navigate to={redirect?.startsWith(home) ? redirect : home} replace />;
	}
	return (
		<SignInLayout
			name={t("signIn.submit", { ns: "credentials" })}
			title={t("signIn.title")}
			text={t(redirect && redirect !== home ? "signIn.needed" : "signIn.text")}
		>
			<SignInForm onSubmit={logInHotelUser}>
				<p className="text-center text-meta text-ink-600">{t("signIn.forgotten")}</p>
			</SignInForm>
		</SignInLayout>
	);
}
