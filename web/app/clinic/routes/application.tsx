import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useOutletContext, useParams, useSearchParams } from "react-router";
import { ApplicationHead } from "~/clinic/features/scoring/application-head";
import { useClinicApplication, useMarkAsSeen } from "~/clinic/features/scoring/application-query";
import { BeforeOnly } from "~/clinic/features/scoring/before-only";
import { HealthConsentCard } from "~/clinic/features/scoring/health-consent-card";
import { PhaseSwitch } from "~/clinic/features/scoring/phase-switch";
import { FirstPhoto, ScoringSection } from "~/clinic/features/scoring/scoring-section";
import { TakeCard } from "~/clinic/features/scoring/take-card";
import { isSkipped, type Phase, tciOf } from "~/domain/tci/application";
import { isStatus } from "~/shared/api/problem";
import type { Application, WorkItem } from "~/shared/api/types";
import { ScreenCrash } from "~/shared/layouts/crash-page";
import { parseId } from "~/shared/lib/format";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

const PHASE = "phase";

/** The worklist beside it stays. */
export function ErrorBoundary() {
	return <ScreenCrash home={href("/clinic")} />;
}

export default function ClinicApplication() {
	const id = parseId(useParams().id);
	return id === null ? <ApplicationNotFound /> : <LoadedApplication key={id} id={id} />;
}

function LoadedApplication({ id }: { id: number }) {
	const { data, error, refetch } = useClinicApplication(id);
	if (data) return <ApplicationWorkspace application={data.clinic} />;
	if (isStatus(error, 404)) return <ApplicationNotFound />;
	if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
	return (
		<div aria-busy="true" className="flex flex-col gap-4 p-5">
			<Skeleton className="h-12 max-w-[420px]" />
			<Skeleton className="h-[60dvh] rounded-card" />
		</div>
	);
}

/** The phase that needs work, before cleaning first. */
function firstPhase({ beforeTci, afterTci }: Application): Phase {
	return beforeTci?.status === 2 && afterTci?.status !== 2 ? "after" : "before";
}

function ApplicationWorkspace({ application }: { application: WorkItem }) {
	const { t } = useTranslation("clinic");
	const { next } = useOutletContext<{ next: number | null }>();
	const [query, setQuery] = useSearchParams();
	// The open phase stays when its result is sent.
	const [first] = useState(() => firstPhase(application));
	const requested = query.get(PHASE);
	const phase: Phase = requested === "before" || requested === "after" ? requested : first;
	const tci = tciOf(application, phase);
	const show = (other: Phase) =>
		setQuery(
			(before) => {
				before.set(PHASE, other);
				return before;
			},
			{ replace: true },
		);
	const waiting = application.status === 0;
	useMarkAsSeen(application.id);
	return (
		<div className="flex flex-col gap-5 p-4 sm:p-5">
			<ApplicationHead application={application}>
				{waiting ? null : <PhaseSwitch application={application} phase={phase} onChange={show} />}
			</ApplicationHead>
			{waiting ? <TakeCard application={application} /> : null}
			{application.status === 1 ? <HealthConsentCard application={application} /> : null}
			{!waiting && tci ? (
				<ScoringSection
					key={tci.id}
					application={application}
					tci={tci}
					phase={phase}
					next={next}
					onPhase={show}
				/>
			) : null}
			{!waiting && !tci && application.status === 1 && !isSkipped(application, phase) ? (
				<FirstPhoto key={phase} application={application} phase={phase} />
			) : null}
			{!waiting && !tci && application.status === 1 && phase === "after" ? (
				<BeforeOnly application={application} />
			) : null}
			{!waiting && !tci && application.status !== 1 ? (
				<p className="py-10 text-center text-ink-600">
					{t(application.beforeOnly ? "beforeOnly.isSet" : "work.noAnalysis")}
				</p>
			) : null}
		</div>
	);
}

function ApplicationNotFound() {
	const { t } = useTranslation("clinic");
	return (
		<div className="grid h-full place-content-center p-8 text-center">
			<h1 className="text-tile">{t("missing.title")}</h1>
			<p className="mt-1 text-ink-600">{t("missing.text")}</p>
		</div>
	);
}
