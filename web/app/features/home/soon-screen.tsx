import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { MessageScreen } from "~/ui/message-screen";
import { ClockIcon } from "~/ui/tool-icons";

/** Says honestly that a feature is not open yet, and what can be done meanwhile. */
export function SoonScreen() {
	const { t } = useTranslation();
	const title = t("soon.title", { feature: t("soon.insurance") });
	return (
		<MessageScreen mark={<ClockIcon className="size-10" />} title={title} text={t("soon.text")}>
			<Link to={pathTo("selfCheck")} className={buttonStyle()}>
				{t("soon.check")}
			</Link>
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("action.home")}
			</Link>
		</MessageScreen>
	);
}
