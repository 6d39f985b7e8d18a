import { useTranslation } from "react-i18next";
import { useRouteHandle } from "~/shared/lib/route-handle";
import { useCurrentScreenTitle } from "~/shared/lib/screen-title";
import { useProductName } from "~/shared/lib/tenant";

/** The document's title: the number of waiting items, the screen's name and the product's name. */
export function DocumentTitle() {
	const { t } = useTranslation();
	const product = useProductName();
	const { title, isTitleOnly } = useRouteHandle();
	const { name, count } = useCurrentScreenTitle();
	const screen = name ?? (title ? t(`title.${title}`) : null);
	const whole = screen === null ? product : isTitleOnly ? screen : `${screen} - ${product}`;
	return <title>{count > 0 ? `(${count}) ${whole}` : whole}</title>;
}
