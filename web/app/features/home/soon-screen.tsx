import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/soon.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { MessageScreen } from "~/ui/message-screen";
import { ClockIcon } from "~/ui/tool-icons";

bundleKo("soon", ko);

/** Says honestly that a feature is not open yet, and what can be done meanwhile. */
export function SoonScreen() {
	const { t } = useTranslation("soon");
	const title = t("title", { feature: t("insurance") });
	return (
		<MessageScreen mark={<ClockIcon className="size-10" />} title={title} text={t("text")}>
			<Link to={pathTo("selfCheck")} className={buttonStyle()}>
				{t("check")}
			</Link>
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</MessageScreen>
	);
}
