import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { PHASES } from "~/domain/tci/application";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { WorkItem } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { percentOfPhase } from "./results";

interface Props {
	visits: readonly WorkItem[];
	/** Id of the visit being compared. */
	shown: number | null;
	onShow: (id: number) => void;
}

/** All visits with their scores. The button compares a visit's photos, the link opens its application. */
export function VisitList({ visits, shown, onShow }: Props) {
	const { t } = useTranslation("patients");
	return (
		<ul className="flex flex-col gap-2">
			{visits.map((visit) => (
				<li
					key={visit.id}
					className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-[16px] border bg-white px-4 py-2.5 ${visit.id === shown ? "border-green-700" : "border-line"}`}
				>
					<span className="min-w-0 flex-1 basis-52">
						<span className="number flex flex-wrap items-center gap-x-2 font-semibold">
							{koreanDate(visit.createdAt)}
							<span className="text-[14px] font-normal text-ink-600">
								{t(visit.kind === "walk_in" ? "visit.walkIn" : "visit.application")}
							</span>
						</span>
						<span className="number flex flex-wrap gap-x-2.5 text-meta text-ink-600">
							{PHASES.map((phase) => {
								const percent = percentOfPhase(visit, phase);
								return (
									<span key={phase}>
										{t(`phase.${phase}`)} {percent === null ? "-" : `${percent}%`}
									</span>
								);
							})}
							{visit.assignee ? <span>{visit.assignee.name}</span> : null}
						</span>
					</span>
					<ApplicationBadge status={visit.status} />
					<span className="flex gap-1">
						<button
							type="button"
							aria-pressed={visit.id === shown}
							onClick={() => onShow(visit.id)}
							className="min-h-11 rounded-control px-3 text-[14px] font-semibold text-green-700 hover:bg-mint-50 aria-pressed:bg-mint-100"
						>
							{t("visit.compare")}
						</button>
						<Link
							to={href("/clinic/applications/:id", { id: String(visit.id) })}
							className="flex min-h-11 items-center rounded-control px-3 text-[14px] font-semibold text-green-700 hover:bg-mint-50"
						>
							{t("visit.open")}
						</Link>
					</span>
				</li>
			))}
		</ul>
	);
}
