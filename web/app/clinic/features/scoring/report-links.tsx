import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { pageAddress } from "~/shared/api/client";
import type { Application } from "~/shared/api/types";

const LINK =
	"flex min-h-11 items-center rounded-control px-2 text-[14px] font-semibold text-green-700 hover:bg-white";

/** Links to the person's record and to the released result as PDF, to save and to print. */
export function ReportLinks({ application }: { application: Application }) {
	const { t } = useTranslation("clinic");
	const { id, beforeTci, afterTci } = application;
	const isReleased = beforeTci?.status === 2 || afterTci?.status === 2;
	const report = `/institutions/tcis/${id}/report.pdf`;
	return (
		<>
			<Link to={href("/clinic/patients/:id", { id: String(id) })} className={LINK}>
				{t("record.open")}
			</Link>
			{isReleased ? (
				<>
					<a href={pageAddress(report, {})} download className={LINK}>
						{t("report.download")}
					</a>
					<a href={pageAddress(report, { inline: "true" })} target="_blank" rel="noopener" className={LINK}>
						{t("report.print")}
						<span className="sr-only"> {t("report.newTab")}</span>
					</a>
				</>
			) : null}
		</>
	);
}
