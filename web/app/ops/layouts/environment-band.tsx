import { useTranslation } from "react-i18next";

/** Names the environment, so that nobody mistakes production for a test installation. */
export function EnvironmentBand({ environment }: { environment: string }) {
	const { t } = useTranslation("ops");
	if (environment !== "production") return null;
	return <p className="bg-danger px-4 py-1 text-center text-meta font-bold text-white">{t("production")}</p>;
}
