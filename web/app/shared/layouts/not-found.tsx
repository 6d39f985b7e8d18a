import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useTenantKind } from "~/shared/lib/tenant";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { TongueMark } from "~/shared/ui/tongue-mark";

export function NotFound() {
	const { t } = useTranslation();
	const isHotel = useTenantKind() === "hotel";
	return (
		<EmptyState mark={<TongueMark className="h-12" />} title={t("notFound.title")} text={t("notFound.text")}>
			<Link to={href("/")} className={buttonStyle()}>
				{t("action.home")}
			</Link>
			{isHotel ? null : (
				<Link to={href("/self-check")} className={buttonStyle("quiet")}>
					{t("action.selfCheck")}
				</Link>
			)}
		</EmptyState>
	);
}
