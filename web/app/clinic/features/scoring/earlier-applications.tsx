import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useWorkPaths } from "~/clinic/lib/worklist-filters";
import { tciOf } from "~/domain/tci/application";
import { countedScores, percentOf } from "~/domain/tci/grade";
import type { Application, WorkItem } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { usePersonHistory } from "./application-query";

/** The same person's other applications at this clinic, with their percentages. */
export function EarlierApplications({ application }: { application: WorkItem }) {
	const { t } = useTranslation("clinic");
	const paths = useWorkPaths();
	const earlier = usePersonHistory(application).filter((each) => each.id !== application.id);
	if (earlier.length === 0) return null;
	return (
		<details className="relative">
			<summary className="flex min-h-11 list-none items-center rounded-control border border-line bg-white px-3 text-[14px] font-semibold [&::-webkit-details-marker]:hidden">
				{t("earlier.open", { n: earlier.length })}
			</summary>
			<ul className="absolute right-0 z-10 mt-1 w-72 rounded-[16px] border border-line bg-white p-1.5 shadow-float">
				{earlier.map((each) => (
					<li key={each.id}>
						<Link
							to={paths.application(each.id)}
							className="number flex min-h-11 items-center justify-between gap-3 rounded-control px-3 text-[14px] hover:bg-mint-50"
						>
							<span>{koreanDate(each.createdAt)}</span>
							<span className="text-ink-600">{t("earlier.scores", scoresOf(each))}</span>
						</Link>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Both percentages of an application, with a dash for a missing one. */
function scoresOf(application: Application) {
	const scoreText = (phase: "before" | "after") => {
		const tci = tciOf(application, phase);
		const scores = tci ? countedScores(tci) : null;
		return scores ? `${percentOf(scores)}%` : "-";
	};
	return { before: scoreText("before"), after: scoreText("after") };
}
