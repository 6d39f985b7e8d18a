import { useTranslation } from "react-i18next";
import type { Application } from "~/lib/api/types";
import { localDate, phoneNumber } from "~/lib/format";
import { isSkipped, PHASES, stateOf, tciOf } from "~/lib/tci/application";
import { PersonLabel } from "~/ui/person-label";
import { ApplicationBadge } from "~/ui/tongue/application-badge";
import { AnalysisRow } from "./analysis-row";
import { CancelPart } from "./cancel-part";
import { ChangeCard } from "./change-card";

/** One application: where it stands, what was told to the clinic, and both analyses. */
export function ApplicationView({ application }: { application: Application }) {
	const { t } = useTranslation("tci");
	const { institution, patientInstitution: person, status } = application;
	const gender = person.gender === 0 ? t("detail.man") : person.gender === 1 ? t("detail.woman") : "-";
	const facts = [
		[t("detail.clinic"), institution?.name ?? "-"],
		[t("detail.name"), person.name],
		[t("detail.birth"), person.birth || "-"],
		[t("detail.gender"), gender],
		[t("detail.phone"), phoneNumber(person.phoneNumber)],
	];
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-1">
			<div className="flex items-start justify-between gap-3">
				<div>
					<h1 className="text-title">{t("detail.title")}</h1>
					<PersonLabel person={application.person} />
					<p className="mt-1 text-ink-600">
						{t(application.claimAt ? "detail.claimed" : "detail.applied")}{" "}
						<span className="number">{localDate(application.claimAt ?? application.createdAt)}</span>
					</p>
				</div>
				<span className="mt-2 shrink-0">
					<ApplicationBadge status={status} />
				</span>
			</div>
			<p className="rounded-[16px] bg-mint-50 px-4 py-3 text-[14px] text-green-800">
				{t(`detail.said.${stateOf(status)}`)}
			</p>
			{application.beforeOnly ? (
				<p className="px-1 text-meta text-ink-600">{t("detail.beforeOnly")}</p>
			) : null}
			{PHASES.filter((phase) => !isSkipped(application, phase)).map((phase) => (
				<AnalysisRow
					key={phase}
					applicationId={application.id}
					phase={phase}
					tci={tciOf(application, phase)}
				/>
			))}
			<ChangeCard application={application} />
			<section aria-labelledby="basic" className="card">
				<h2 id="basic" className="text-header">
					{t("detail.basic")}
				</h2>
				<dl className="mt-3 flex flex-col gap-2.5">
					{facts.map(([name, value]) => (
						<div key={name} className="flex justify-between gap-4">
							<dt className="shrink-0 text-meta text-ink-600">{name}</dt>
							<dd className="number min-w-0 text-right text-[14px] font-semibold">{value}</dd>
						</div>
					))}
				</dl>
			</section>
			<CancelPart application={application} />
		</div>
	);
}
