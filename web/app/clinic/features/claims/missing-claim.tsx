import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClaimPaths } from "./claim-filters";

/** Shown when the clinic has no claim with this id. */
export function MissingClaim() {
	const { t } = useTranslation("claims");
	const paths = useClaimPaths();
	return (
		<div className="grid place-content-center p-8 py-24 text-center">
			<h1 className="text-tile">{t("missing.title")}</h1>
			<p className="mt-1 text-ink-600">{t("missing.text")}</p>
			<Link to={paths.list} className="mt-4 font-semibold text-green-700 underline">
				{t("page.back")}
			</Link>
		</div>
	);
}
