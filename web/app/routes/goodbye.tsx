import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/rights.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { MessageScreen } from "~/ui/message-screen";
import { TongueMark } from "~/ui/tongue-mark";

bundleKo("rights", ko);

/** The last thing that somebody sees who left. */
export default function Goodbye() {
	const { t } = useTranslation("rights");
	return (
		<MessageScreen mark={<TongueMark className="h-13" />} title={t("goodbye.title")} text={t("goodbye.text")}>
			<Link to={pathTo("home")} className={buttonStyle()}>
				{t("action.home", { ns: "common" })}
			</Link>
		</MessageScreen>
	);
}
