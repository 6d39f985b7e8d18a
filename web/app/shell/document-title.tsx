import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useProductName } from "~/lib/tenant";
import { screenAt } from "~/route-table";

/** The product's name where the table says so; the other screens are named after what is done there. */
export function DocumentTitle() {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	const product = useProductName();
	const screen = screenAt(pathname);
	return <title>{screen && !screen.title ? t("title.account") : product}</title>;
}
