import { useTranslation } from "react-i18next";
import { href, Navigate } from "react-router";
import { SignInForm } from "~/hotel/features/account/sign-in-form";
import { SignInLayout } from "~/hotel/layouts/sign-in-layout";
import { useHotelSession } from "~/hotel/session/hotel-session";
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
		<SignInLayout name={t("signIn.submit")} title={t("signIn.title")} text={t("signIn.text")}>
			<SignInForm />
		</SignInLayout>
	);
}
