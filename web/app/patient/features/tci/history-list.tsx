import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { Application } from "~/shared/api/types";
import { localDate } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";

/** The applications, newest first, each with its way to the details. */
export function HistoryList({ applications }: { applications: readonly Application[] }) {
	const { t } = useTranslation("tci");
	return (
		<ul className="flex flex-col gap-2.5">
			{applications.map((each) => {
				const clinic = each.institution?.name ?? t("history.noClinic");
				const date = localDate(each.createdAt);
				return (
					<li key={each.id} className="rounded-[18px] border border-line bg-white p-4 pl-5">
						<div className="flex items-start justify-between gap-3">
							<h2 className="min-w-0 text-body font-bold">{clinic}</h2>
							<span className="mt-0.5 shrink-0">
								<ApplicationBadge status={each.status} />
							</span>
						</div>
						<div className="mt-2 flex items-end justify-between gap-3">
							<p className="text-meta text-ink-600">
								{t("history.created")} <span className="number">{date}</span>
							</p>
							<Link
								to={href("/apply-history/:id", { id: String(each.id) })}
								aria-label={t("history.detailOf", { clinic, date })}
								className={buttonStyle("secondary", "min-h-11!", "tight")}
							>
								{t("history.detail")}
							</Link>
						</div>
					</li>
				);
			})}
		</ul>
	);
}
