import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import { loadPatient, useSession } from "~/lib/session";
import ko from "~/locales/ko/account.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { MessageScreen } from "~/ui/message-screen";
import { TongueMark } from "~/ui/tongue-mark";

bundleKo("account", ko);

export default function Welcome() {
	const { t } = useTranslation("account");
	const { patient } = useSession();
	useEffect(() => void loadPatient(), []);
	return (
		<MessageScreen
			mark={<TongueMark className="h-13" />}
			title={patient ? t("welcome.title", { name: patient.name }) : t("welcome.titleUnknown")}
			text={t("welcome.text")}
		>
			<Link to={pathTo("selfCheck")} className={buttonStyle()}>
				{t("welcome.check")}
			</Link>
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("welcome.home")}
			</Link>
		</MessageScreen>
	);
}
