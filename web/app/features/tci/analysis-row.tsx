import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Tci } from "~/lib/api/types";
import type { Phase } from "~/lib/tci/application";
import { countedScores, percentOf } from "~/lib/tci/grade";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { GradeBadge } from "~/ui/tongue/grade-badge";

interface Props {
	applicationId: number;
	phase: Phase;
	tci: Tci | null;
}

/** One of the two analyses: how it came out, who looked at it, the way to the whole of it. */
export function AnalysisRow({ applicationId, phase, tci }: Props) {
	const { t } = useTranslation("tci");
	const scores = tci ? countedScores(tci) : null;
	const expert = tci?.analysisExpert?.name;
	const name = t(`phase.${phase}`);
	return (
		<section aria-labelledby={`phase-${phase}`} className="card flex flex-col gap-3">
			<div className="flex items-center justify-between gap-3">
				<h2 id={`phase-${phase}`} className="text-header">
					{name}
				</h2>
				<GradeBadge tci={tci} />
			</div>
			<div className="flex items-end justify-between gap-3">
				<div className="min-w-0">
					{scores ? (
						<>
							<p className="mb-1 text-meta text-ink-600">
								{t(tci?.status === 2 ? "detail.byExpert" : "detail.byAi")}
							</p>
							<p className="number text-[34px] leading-none font-extrabold tracking-tight">
								{percentOf(scores)}
								<span className="ml-0.5 text-[18px] font-bold">%</span>
							</p>
						</>
					) : (
						<p className="text-ink-600">{t("detail.notRead")}</p>
					)}
					<p className="mt-2 text-meta text-ink-600">
						{t("detail.expert")} <span className="font-semibold text-ink-900">{expert ?? "-"}</span>
					</p>
				</div>
				{tci ? (
					<Link
						to={pathTo("tciDetail", applicationId, tci.id)}
						aria-label={t("detail.moreOf", { phase: name })}
						className={buttonStyle("secondary", "shrink-0", "tight")}
					>
						{t("detail.more")}
					</Link>
				) : null}
			</div>
		</section>
	);
}
