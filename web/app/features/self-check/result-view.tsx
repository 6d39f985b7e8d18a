import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Tci } from "~/lib/api/types";
import { withPerson } from "~/lib/people";
import { confidenceOf } from "~/lib/tci/confidence";
import { countedScores, isPending, scoresOf, type View } from "~/lib/tci/grade";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { Notice } from "~/ui/notice";
import { PersonLabel } from "~/ui/person-label";
import { PhotoButtons } from "~/ui/photo-buttons";
import { Sheet } from "~/ui/sheet";
import { AiNotices, UncertainSummary } from "~/ui/tongue/ai-remarks";
import { StatusBadge } from "~/ui/tongue/status-badge";
import { ViewSwitch } from "~/ui/tongue/view-switch";
import { CellCompare } from "./cell-compare";
import { ExpertPanel } from "./expert-panel";
import { FactsCard } from "./facts-card";
import { FailureCard } from "./failure-card";
import { PendingCard } from "./pending-card";
import { PhotoSection } from "./photo-section";
import { previousOf } from "./queries";
import { ScoreCard } from "./score-card";
import { TrendChart, trendOf } from "./trend-chart";
import { UploadScreen } from "./upload-screen";
import { useSendPhoto } from "./use-send-photo";

interface Props {
	tci: Tci;
	recent: readonly Tci[];
	/** The reading takes longer than it should. */
	slow: boolean;
	/** The last look at the result failed. */
	lost: boolean;
}

/** One check in every state it can have. */
export function ResultView({ tci, recent, slow, lost }: Props) {
	const { t } = useTranslation("selfCheck");
	const [view, setView] = useState<View>("ai");
	const [retaking, setRetaking] = useState(false);
	const photo = useSendPhoto(() => setRetaking(false), tci.id);
	const picture = tci.tciPicture;
	const personId = tci.person && tci.person.relation !== "self" ? tci.person.id : null;
	const pick = (file: File) => {
		setRetaking(false);
		photo.pick(file);
	};
	return (
		<div className="mx-auto max-w-[480px] lg:max-w-[960px]">
			<div className="flex items-center justify-between gap-3 pt-1 pb-3.5">
				<div className="min-w-0">
					<h1 className="text-header">{t("result.title")}</h1>
					<PersonLabel person={tci.person} />
				</div>
				<StatusBadge tci={tci} />
			</div>
			<div className="grid gap-3.5 lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)] lg:gap-6">
				<div className="flex min-w-0 flex-col gap-3.5 self-start lg:sticky lg:top-20">
					{tci.failure ? <FailureCard failure={tci.failure} onPick={pick} /> : null}
					{picture?.aiResult ? <ViewSwitch view={view} onChange={setView} /> : null}
					{picture ? <PhotoSection tci={tci} picture={picture} view={view} /> : null}
				</div>
				<div className="flex min-w-0 flex-col gap-3.5">
					{photo.error ? (
						<Notice tone="danger" title={t("upload.failedTitle")} action={<Retry onPress={photo.retry} />}>
							{photo.error}
						</Notice>
					) : null}
					{isPending(tci) ? <PendingCard slow={slow} lost={lost} /> : null}
					<Reading tci={tci} view={view} recent={recent} />
					{view === "expert" && picture && !isPending(tci) ? (
						<ExpertPanel tci={tci} picture={picture} />
					) : null}
					<FactsCard tci={tci} view={view} />
					<TrendChart points={trendOf(recent)} current={tci.id} />
					<Remarks tci={tci} />
				</div>
			</div>
			{isPending(tci) || tci.failure ? null : (
				<Actions personId={personId} onRetake={() => setRetaking(true)} />
			)}
			<WaysOn personId={personId} />
			{retaking ? (
				<Sheet title={t("retake.title")} onClose={() => setRetaking(false)}>
					<p className="mb-4 text-ink-600">{t("retake.text")}</p>
					<PhotoButtons onPick={pick} />
				</Sheet>
			) : null}
			{photo.stage ? <UploadScreen stage={photo.stage} /> : null}
		</div>
	);
}

function Reading({ tci, view, recent }: Pick<Props, "tci" | "recent"> & { view: View }) {
	const scores = scoresOf(tci, view);
	if (!scores) return null;
	const previous = previousOf(tci, recent);
	const before = previous ? countedScores(previous) : null;
	return (
		<>
			<ScoreCard scores={scores} before={before}>
				{view === "ai" ? <UncertainSummary tci={tci} /> : null}
			</ScoreCard>
			{view === "ai" ? <AiNotices tci={tci} reader="selfCheck" /> : null}
			{previous && before ? <CellCompare now={scores} before={before} previous={previous} /> : null}
		</>
	);
}

function Remarks({ tci }: { tci: Tci }) {
	const { t } = useTranslation("selfCheck");
	const result = tci.status > 0 ? tci.tciPicture?.aiResult : null;
	if (!result) return null;
	return (
		<p className="px-1 text-meta text-ink-600">
			{t("result.disclaimer")}
			<br />
			<span className="number">
				{t("uncertain.model", {
					ns: "tongue",
					version: result.modelVersion,
					percent: Math.round(confidenceOf(tci).mean * 100),
				})}
			</span>
		</p>
	);
}

function Retry({ onPress }: { onPress: (() => void) | null }) {
	const { t } = useTranslation();
	if (!onPress) return null;
	return (
		<button type="button" className={buttonStyle("secondary", "", "tight")} onClick={onPress}>
			{t("action.retry")}
		</button>
	);
}

function Actions({ personId, onRetake }: { personId: number | null; onRetake: () => void }) {
	const { t } = useTranslation("selfCheck");
	return (
		<div className="sticky bottom-0 z-10 -mx-5 mt-4 flex gap-2 border-t border-line bg-paper/95 px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] backdrop-blur-sm sm:mx-0 sm:px-0 lg:static lg:justify-end lg:border-0">
			<button type="button" className={buttonStyle("secondary", "shrink-0", "tight")} onClick={onRetake}>
				{t("result.retake")}
			</button>
			<Link
				to={withPerson(pathTo("applyTci"), personId)}
				className={buttonStyle("primary", "flex-1 lg:max-w-[320px]", "tight")}
			>
				{t("result.apply")}
			</Link>
		</div>
	);
}

function WaysOn({ personId }: { personId: number | null }) {
	const { t } = useTranslation("selfCheck");
	return (
		<div className="mt-2 flex flex-wrap justify-center gap-x-2">
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
			<Link to={withPerson(pathTo("selfCheck"), personId)} className={buttonStyle("quiet")}>
				{t("result.again")}
			</Link>
		</div>
	);
}
