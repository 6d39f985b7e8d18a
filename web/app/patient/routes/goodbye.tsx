import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/privacy.json";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { TongueMark } from "~/shared/ui/tongue-mark";

bundleKo("privacy", ko);

export const handle: RouteHandle = { title: "goodbye" };

/** Shown after the account was deleted. */
export default function Goodbye() {
	const { t } = useTranslation("privacy");
	return (
		<EmptyState mark={<TongueMark className="h-13" />} title={t("goodbye.title")} text={t("goodbye.text")}>
			<Link to={href("/")} className={buttonStyle()}>
				{t("action.home", { ns: "common" })}
			</Link>
		</EmptyState>
	);
}
