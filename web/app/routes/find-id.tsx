import { useTranslation } from "react-i18next";
import { FindForm } from "~/features/account/find-form";
import { PlainFrame } from "~/features/account/plain-frame";
import { WayLinks } from "~/features/account/way-links";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useRedirect } from "~/lib/use-redirect";
import account from "~/locales/ko/account.json";
import ways from "~/locales/ko/ways.json";
import { pathTo } from "~/route-table";

bundleKo("account", account);
bundleKo("ways", ways);

export default function FindId() {
	const { t } = useTranslation("ways");
	const redirect = useRedirect();
	return (
		<PlainFrame
			title={t("find.idTitle")}
			text={t("find.idText")}
			back={withRedirect(pathTo("signIn"), redirect)}
		>
			<FindForm wanted="id" />
			<WayLinks to={["signIn", "findPassword", "signUp"]} />
		</PlainFrame>
	);
}
