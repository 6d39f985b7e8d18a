import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { MessageScreen } from "~/ui/message-screen";
import { TongueMark } from "~/ui/tongue-mark";

export function NotFoundScreen() {
	const { t } = useTranslation();
	return (
		<MessageScreen
			mark={<TongueMark className="h-12" />}
			title={t("notFound.title")}
			text={t("notFound.text")}
		>
			<Link to={pathTo("home")} className={buttonStyle()}>
				{t("action.home")}
			</Link>
			<Link to={pathTo("selfCheck")} className={buttonStyle("quiet")}>
				{t("action.selfCheck")}
			</Link>
		</MessageScreen>
	);
}
