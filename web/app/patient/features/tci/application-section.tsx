import { useTranslation } from "react-i18next";
import { PersonLabel } from "~/domain/person/person-label";
import { isSkipped, PHASES, stageOf, tciOf } from "~/domain/tci/application";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { Application } from "~/shared/api/types";
import { AnalysisCard } from "./analysis-card";
import { BasicCard } from "./basic-card";
import { CancelSection } from "./cancel-section";
import { ChangeCard } from "./change-card";
import { ReportDownload } from "./report-download";
import { Timeline } from "./timeline";

/** One application: status with its times, both analyses, and the data sent to the clinic. */
export function ApplicationSection({ application }: { application: Application }) {
	const { t } = useTranslation("tci");
	const { institution, status } = application;
	const phases = PHASES.filter((phase) => !isSkipped(application, phase));
	const isReleased = phases.some((phase) => tciOf(application, phase)?.status === 2);
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-1">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<h1 className="text-title">{t("detail.title")}</h1>
					<p className="mt-0.5 text-ink-600">{institution.name}</p>
					<PersonLabel person={application.person} />
				</div>
				<span className="mt-2 shrink-0">
					<ApplicationBadge status={status} />
				</span>
			</div>
			<p className="rounded-[16px] bg-mint-50 px-4 py-3 text-[14px] text-green-800">
				{t(`detail.stageText.${stageOf(application)}`)}
			</p>
			<Timeline application={application} />
			{application.beforeOnly ? (
				<p className="px-1 text-meta text-ink-600">{t("detail.beforeOnly")}</p>
			) : null}
			{status === 0 ? null : (
				<div className={`grid gap-2.5 ${phases.length > 1 ? "grid-cols-2" : ""}`}>
					{phases.map((phase) => (
						<AnalysisCard
							key={phase}
							applicationId={application.id}
							phase={phase}
							tci={tciOf(application, phase)}
						/>
					))}
				</div>
			)}
			<ChangeCard application={application} />
			{isReleased ? <ReportDownload applicationId={application.id} /> : null}
			<BasicCard application={application} />
			<CancelSection application={application} />
		</div>
	);
}
