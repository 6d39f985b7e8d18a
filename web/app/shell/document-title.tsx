import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useProductName } from "~/lib/tenant";
import { screenAt } from "~/route-table";

/** The product's name, after the screen's own where the table has one; screens without it are named after what is done there. */
export function DocumentTitle() {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	const product = useProductName();
	const screen = screenAt(pathname);
	if (screen && !screen.title) return <title>{t(`title.${screen.name ?? "account"}`)}</title>;
	return <title>{screen?.name ? `${t(`title.${screen.name}`)} - ${product}` : product}</title>;
}
