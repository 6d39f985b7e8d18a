import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { PersonLabel } from "~/domain/person/person-label";
import { findingOf } from "~/domain/tci/explain";
import { percentOf, resultDate, scoresOf, type View } from "~/domain/tci/grade";
import { AdviceList } from "~/domain/tongue/advice-list";
import { AiRemarks, UncertainSummary } from "~/domain/tongue/ai-remarks";
import { PhotoModeSwitch } from "~/domain/tongue/photo-mode-switch";
import { ScoreRing } from "~/domain/tongue/score-ring";
import { StatusBadge } from "~/domain/tongue/status-badge";
import type { Tci } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { DescriptionList } from "~/shared/ui/description-list";
import { Notice } from "~/shared/ui/notice";
import { ReportDownload } from "./report-download";
import { TciPhoto } from "./tci-photo";

const ShareSection = lazy(() => import("./share-section"));

/** One analysis for the patient: the AI's reading, or the experts' result. */
export function TciSection({ applicationId, tci }: { applicationId: number; tci: Tci }) {
	const { t } = useTranslation("tci");
	const [view, setView] = useState<View>(tci.status === 2 ? "expert" : "ai");
	return (
		<div className="mx-auto max-w-[480px] lg:max-w-[960px]">
			<div className="flex items-center justify-between gap-3 pt-1 pb-3.5">
				<div className="min-w-0">
					<h1 className="text-header">
						{tci.phase ? t(`tci.titleOf.${tci.phase === "after" ? "after" : "before"}`) : t("tci.title")}
					</h1>
					{tci.clinicName ? <p className="text-meta text-ink-600">{tci.clinicName}</p> : null}
					<PersonLabel person={tci.person} />
				</div>
				<StatusBadge tci={tci} />
			</div>
			<div className="grid gap-3.5 lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-6">
				<div className="flex min-w-0 flex-col gap-3.5 lg:col-start-2">
					<PhotoModeSwitch view={view} onChange={setView} />
					<Score tci={tci} view={view} />
				</div>
				<div className="min-w-0 self-start lg:sticky lg:top-20 lg:col-start-1 lg:row-span-2 lg:row-start-1">
					<TciPhoto tci={tci} view={view} />
				</div>
				<div className="flex min-w-0 flex-col gap-3.5 lg:col-start-2">
					{tci.correction ? (
						<Notice tone="info" title={t("tci.corrected", { date: koreanDate(tci.correction.at) })}>
							{t("tci.because", { reason: tci.correction.reason })}
						</Notice>
					) : null}
					<Advice tci={tci} view={view} />
					{view === "ai" ? <AiRemarks tci={tci} reader="application" /> : null}
					<Details tci={tci} view={view} />
					<Comment tci={tci} />
					{tci.status === 2 ? <Share applicationId={applicationId} tci={tci} view={view} /> : null}
					<p className="px-1 text-meta text-ink-600">
						{t("tci.disclaimer")}{" "}
						<Link to={href("/about-ai")} className="text-green-700 underline">
							{t("tci.about")}
						</Link>
					</p>
					<Link
						to={href("/apply-history/:id", { id: String(applicationId) })}
						className={buttonStyle("secondary")}
					>
						{t("tci.back")}
					</Link>
				</div>
			</div>
		</div>
	);
}

function Score({ tci, view }: { tci: Tci; view: View }) {
	const { t } = useTranslation("tongue");
	const scores = scoresOf(tci, view);
	if (!scores) {
		return (
			<section className="card">
				<p className="text-meta text-ink-600">{t("photo.score")}</p>
				<p className="mt-1 text-ink-600">{t(`waiting.${view}`)}</p>
			</section>
		);
	}
	const percent = percentOf(scores);
	return (
		<section className="card">
			<ScoreRing percent={percent} />
			<p className="mt-3">{t(`explain.${findingOf(scores)}`)}</p>
			{view === "ai" ? <UncertainSummary tci={tci} /> : null}
		</section>
	);
}

function Advice({ tci, view }: { tci: Tci; view: View }) {
	const { t } = useTranslation("tongue");
	const scores = scoresOf(tci, view);
	if (!scores) return null;
	return (
		<section aria-labelledby="advice" className="card">
			<h2 id="advice" className="text-header">
				{t("advice.title")}
			</h2>
			<div className="mt-2">
				<AdviceList scores={scores} />
			</div>
		</section>
	);
}

/** The result to keep. Without scores in this view, only the report of the application. */
function Share({ applicationId, tci, view }: { applicationId: number; tci: Tci; view: View }) {
	const scores = scoresOf(tci, view);
	const picture = tci.tciPicture;
	if (!scores || !picture) return <ReportDownload applicationId={applicationId} />;
	return (
		<Suspense fallback={<div className="min-h-13" />}>
			<ShareSection applicationId={applicationId} tci={tci} picture={picture} scores={scores} view={view} />
		</Suspense>
	);
}

function Details({ tci, view }: { tci: Tci; view: View }) {
	const { t } = useTranslation("tci");
	const result = resultDate(tci, view);
	const items: [name: string, value: string][] = [
		[t("tci.number"), tci.tciNumber],
		[t("tci.shotAt"), tci.tciPicture ? koreanDate(tci.shootingAt) : "-"],
		[t("tci.resultAt"), result === null ? "-" : koreanDate(result)],
	];
	if (view === "expert") {
		items.push([t("tci.shooter"), tci.shootingExpert?.name ?? "-"]);
		items.push([t("tci.analyst"), tci.analysisExpert?.name ?? "-"]);
	}
	return (
		<div className="card">
			<DescriptionList items={items} />
		</div>
	);
}

function Comment({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tci");
	return (
		<section aria-labelledby="comment" className="card">
			<h2 id="comment" className="text-header">
				{t("tci.comment")}
			</h2>
			<p className={`mt-1.5 whitespace-pre-line ${tci.comment ? "" : "text-ink-600"}`}>
				{tci.comment || t("tci.noComment")}
			</p>
		</section>
	);
}
