import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import authTexts from "~/locales/ko/auth.json";
import { AuthLinks } from "~/patient/features/sign-in/auth-links";
import { FindForm } from "~/patient/features/sign-in/find-form";
import { PlainPage } from "~/patient/ui/plain-page";
import { withRedirect } from "~/shared/lib/redirect";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useRedirect } from "~/shared/lib/use-redirect";

bundleKo("account", account);
bundleKo("auth", authTexts);

export const handle: RouteHandle = { title: "account", isTitleOnly: true };

export default function FindId() {
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	return (
		<PlainPage
			title={t("find.idTitle")}
			text={t("find.idText")}
			back={withRedirect(href("/auth/signin"), redirect)}
		>
			<FindForm target="id" />
			<AuthLinks to={["/auth/signin", "/auth/find-password", "/auth/signup"]} />
		</PlainPage>
	);
}
