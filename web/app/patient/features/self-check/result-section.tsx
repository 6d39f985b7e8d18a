import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { PersonLabel } from "~/domain/person/person-label";
import { countedScores, isPending, scoresOf, type View } from "~/domain/tci/grade";
import { AiConfidence, AiNotices, UncertainSummary } from "~/domain/tongue/ai-remarks";
import { PhotoModeSwitch } from "~/domain/tongue/photo-mode-switch";
import { StatusBadge } from "~/domain/tongue/status-badge";
import { withPerson } from "~/patient/lib/people";
import type { Tci } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { AdviceCard } from "./advice-card";
import { CellCompare } from "./cell-compare";
import { ExpertPanel } from "./expert-panel";
import { FailureCard } from "./failure-card";
import { PendingCard } from "./pending-card";
import { PhotoSection } from "./photo-section";
import { earlierOf, previousOf } from "./queries";
import { ResultDetails } from "./result-details";
import { Retake } from "./retake";
import { ScoreCard } from "./score-card";
import { SendProblem } from "./send-problem";
import { ShareSection } from "./share-section";
import { TrendChart, trendOf } from "./trend-chart";
import { UploadProgress } from "./upload-progress";
import { useSendPhoto } from "./use-send-photo";

const BeforeAfter = lazy(() => import("./before-after"));

interface Props {
	tci: Tci;
	recent: readonly Tci[];
	/** Whether reading takes longer than expected. */
	slow: boolean;
	/** Whether the last poll of the result failed. */
	isConnectionLost: boolean;
}

/** One check in any state: the score first, then the photo, then advice and comparisons. */
export function ResultSection({ tci, recent, slow, isConnectionLost }: Props) {
	const { t } = useTranslation("selfCheck");
	const [view, setView] = useState<View>("ai");
	const photo = useSendPhoto(() => undefined, tci.id);
	const picture = tci.tciPicture;
	const personId = tci.person && tci.person.relation !== "self" ? tci.person.id : null;
	const isNewest = recent[0]?.id === tci.id;
	return (
		<div className="mx-auto max-w-[480px] lg:max-w-[960px]">
			<div className="flex items-center justify-between gap-3 py-3">
				<div className="min-w-0">
					<h1 className="text-header not-print:sr-only">{t("result.title")}</h1>
					<p className="number text-meta text-ink-600">{tci.tciNumber}</p>
					<PersonLabel person={tci.person} />
				</div>
				<StatusBadge tci={tci} />
			</div>
			<div className="grid gap-3.5 lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-6">
				<div className="flex min-w-0 flex-col gap-3.5 lg:col-start-2">
					<SendProblem photo={photo} />
					{tci.failure ? <FailureCard failure={tci.failure} onPick={photo.pick} /> : null}
					{isPending(tci) ? <PendingCard slow={slow} isConnectionLost={isConnectionLost} /> : null}
					{picture?.aiResult ? (
						<div className="print:hidden">
							<PhotoModeSwitch view={view} onChange={setView} />
						</div>
					) : null}
					<Score tci={tci} view={view} recent={recent} />
				</div>
				<div className="flex min-w-0 flex-col gap-2 self-start lg:sticky lg:top-20 lg:col-start-1 lg:row-span-2 lg:row-start-1">
					{picture ? <PhotoSection tci={tci} picture={picture} view={view} /> : null}
					{isNewest && !tci.failure ? <Retake personId={personId} onPick={photo.pick} /> : null}
				</div>
				<div className="flex min-w-0 flex-col gap-3.5 lg:col-start-2">
					<FollowUp tci={tci} view={view} recent={recent} />
					<TrendChart points={trendOf(recent)} current={tci.id} />
					<ResultDetails tci={tci} view={view} />
					<Remarks tci={tci} />
				</div>
			</div>
			{isPending(tci) ? null : <Actions personId={personId} isFailed={tci.failure !== null} />}
			{photo.stage ? <UploadProgress stage={photo.stage} onCancel={photo.cancel} /> : null}
		</div>
	);
}

type PartProps = Pick<Props, "tci" | "recent"> & { view: View };

/** The scores of this view, and those of the previous check. */
function resultOf({ tci, recent, view }: PartProps) {
	const previous = previousOf(tci, recent);
	return { scores: scoresOf(tci, view), previous, before: previous ? countedScores(previous) : null };
}

function Score(props: PartProps) {
	const { scores, before } = resultOf(props);
	if (!scores) return null;
	return (
		<ScoreCard scores={scores} before={before}>
			{props.view === "ai" ? <UncertainSummary tci={props.tci} /> : null}
		</ScoreCard>
	);
}

/** Content below a result: advice, a picture to share, and comparisons with earlier checks. */
function FollowUp(props: PartProps) {
	const { tci, view, recent } = props;
	const { scores, previous, before } = resultOf(props);
	const picture = tci.tciPicture;
	if (!picture || isPending(tci)) return null;
	// a refused photo can be cropped too, or read as a whole again
	const canCropRefused = tci.failure !== null && tci.failure.code !== "not_an_image";
	const panel = view === "expert" || canCropRefused ? <ExpertPanel tci={tci} picture={picture} /> : null;
	if (!scores) return panel;
	return (
		<>
			{view === "ai" ? <AiNotices tci={tci} reader="selfCheck" /> : null}
			<AdviceCard scores={scores} />
			<ShareSection tci={tci} picture={picture} scores={scores} before={before} />
			{panel}
			{previous && before ? <CellCompare now={scores} before={before} previous={previous} /> : null}
			{previous ? (
				<Suspense fallback={null}>
					<BeforeAfter tci={tci} earlier={earlierOf(tci, recent)} />
				</Suspense>
			) : null}
		</>
	);
}

function Remarks({ tci }: { tci: Tci }) {
	const { t } = useTranslation("selfCheck");
	if (tci.status === 0 || !tci.tciPicture?.aiResult) return null;
	return (
		<p className="px-1 text-meta text-ink-600">
			{t("result.disclaimer")}
			<br />
			<AiConfidence tci={tci} />
		</p>
	);
}

/** The next step: an analysis at a clinic, or a new check to compare with. */
function Actions({ personId, isFailed }: { personId: number | null; isFailed: boolean }) {
	const { t } = useTranslation("selfCheck");
	return (
		<div className="sticky bottom-(--bottom-bar) z-10 -mx-5 mt-4 flex gap-2 border-t border-line bg-paper/95 px-5 py-3 backdrop-blur-sm sm:mx-0 sm:px-0 lg:static lg:justify-end lg:border-0 print:hidden">
			<Link
				to={withPerson(href("/self-check"), personId)}
				className={buttonStyle("secondary", "shrink-0", "tight")}
			>
				{t("result.again")}
			</Link>
			{isFailed ? null : (
				<Link
					to={withPerson(href("/apply-tci"), personId)}
					className={buttonStyle("primary", "flex-1 lg:max-w-[320px]", "tight")}
				>
					{t("result.apply")}
				</Link>
			)}
		</div>
	);
}
