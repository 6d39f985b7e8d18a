import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { Application } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { NextIcon } from "~/shared/ui/icons";

/** The applications, newest first, each with a link to its details. */
export function HistoryList({ applications }: { applications: readonly Application[] }) {
	const { t } = useTranslation("tci");
	return (
		<ul className="flex flex-col gap-2.5">
			{applications.map((each) => {
				const clinic = each.institution?.name ?? t("history.noClinic");
				const date = koreanDate(each.createdAt);
				return (
					<li
						key={each.id}
						className="relative flex items-center gap-3 rounded-[18px] border border-line bg-white py-2.5 pr-2.5 pl-5 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float"
					>
						<div className="min-w-0 flex-1">
							<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
								<h2 className="min-w-0 text-body font-bold">{clinic}</h2>
								<ApplicationBadge status={each.status} />
							</div>
							<p className="mt-0.5 text-meta text-ink-600">
								{t("history.created")} <span className="number">{date}</span>
							</p>
						</div>
						{/* The whole row is a link. */}
						<Link
							to={href("/apply-history/:id", { id: String(each.id) })}
							aria-label={t("history.detailOf", { clinic, date })}
							className={buttonStyle(
								"quiet",
								"shrink-0 gap-0.5! px-2! after:absolute after:inset-0 after:rounded-[18px] hover:bg-transparent!",
								"tight",
							)}
						>
							{t("history.detail")}
							<NextIcon className="size-4" />
						</Link>
					</li>
				);
			})}
		</ul>
	);
}
