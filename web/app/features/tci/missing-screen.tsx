import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { TongueIcon } from "~/ui/icons";
import { MessageScreen } from "~/ui/message-screen";

/** There is no such application or analysis, or it is somebody else's: the same answer. */
export function MissingScreen() {
	const { t } = useTranslation("tci");
	return (
		<MessageScreen
			mark={<TongueIcon className="size-10" />}
			title={t("missing.title")}
			text={t("missing.text")}
		>
			<Link to={pathTo("applyHistory")} className={buttonStyle()}>
				{t("missing.history")}
			</Link>
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</MessageScreen>
	);
}
