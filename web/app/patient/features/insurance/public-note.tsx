import { useTranslation } from "react-i18next";

const PUBLIC_SERVICE = "https://www.silson24.or.kr";

/** Points out when the free public claim service is enough. */
export function PublicNote() {
	const { t } = useTranslation("insurance");
	return (
		<aside className="rounded-[16px] bg-info-tint px-4 py-3 text-[14px] text-info">
			<p className="font-bold">{t("public.title")}</p>
			<p className="mt-0.5">{t("public.text")}</p>
			<a
				href={PUBLIC_SERVICE}
				target="_blank"
				rel="noopener noreferrer"
				className="mt-1 inline-flex min-h-12 items-center font-semibold underline"
			>
				{t("public.open")}
				<span className="sr-only"> ({t("newTab")})</span>
			</a>
		</aside>
	);
}
