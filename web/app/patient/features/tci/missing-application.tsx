import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { TongueIcon } from "~/shared/ui/icons";

/** Shown if the application or analysis does not exist or belongs to somebody else; the response does not tell which. */
export function MissingApplication() {
	const { t } = useTranslation("tci");
	return (
		<EmptyState mark={<TongueIcon className="size-10" />} title={t("missing.title")} text={t("missing.text")}>
			<Link to={href("/apply-history")} className={buttonStyle()}>
				{t("missing.history")}
			</Link>
			<Link to={href("/")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</EmptyState>
	);
}
