import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useWorkPaths } from "~/clinic/lib/worklist-filters";
import { type Phase, tciOf } from "~/domain/tci/application";
import { problemText } from "~/shared/api/problem-text";
import type { Application, Tci } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import { CheckIcon } from "~/shared/ui/tool-icons";
import { isUnread } from "./photo-column";
import { ReleaseDialog } from "./release-dialog";
import type { ScoringState } from "./use-scoring";

interface Props {
	/** Whether the role may save and release. */
	mayScore: boolean;
	application: Application;
	tci: Tci;
	phase: Phase;
	next: number | null;
	scoring: ScoringState;
	/** Whether the release dialog is open. */
	isReleasing: boolean;
	onRelease: (isOpen: boolean) => void;
	onPhase: (phase: Phase) => void;
	/** Starts a correction of the released result. */
	onCorrect: () => void;
}

/** Buttons that save and release, and the link to the next task. */
export function ScoringActions({
	mayScore,
	application,
	tci,
	phase,
	next,
	scoring,
	isReleasing,
	onRelease,
	onPhase,
	onCorrect,
}: Props) {
	const { t } = useTranslation("clinic");
	if (tci.status === 2) {
		return (
			<NextActions
				mayScore={mayScore}
				application={application}
				phase={phase}
				next={next}
				onPhase={onPhase}
				onCorrect={onCorrect}
			/>
		);
	}
	if (!mayScore || !tci.tciPicture || application.status !== 1) return null;
	return (
		<div className="flex flex-col gap-2 bg-white md:sticky md:-bottom-4 md:-mx-4 md:-mb-4 md:border-t md:border-line md:px-4 md:pt-2 md:pb-4">
			<p role="status" className="min-h-5 text-meta text-ink-600">
				<SaveState scoring={scoring} />
			</p>
			{scoring.isReplaced ? <Notice tone="danger">{t("save.replaced")}</Notice> : null}
			{scoring.error ? <Notice tone="danger">{problemText(scoring.error)}</Notice> : null}
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" isPending={scoring.isPending} onPress={() => void scoring.save()}>
					{t("save.do")}
				</Button>
				<Button isDisabled={isUnread(tci)} isPending={scoring.isPending} onPress={() => onRelease(true)}>
					{t("release.open")}
				</Button>
			</div>
			{isReleasing ? (
				<ReleaseDialog
					name={application.patientInstitution.name}
					scoring={scoring}
					onClose={() => onRelease(false)}
				/>
			) : null}
		</div>
	);
}

/** Whether everything is saved on the server. */
function SaveState({ scoring }: { scoring: ScoringState }) {
	const { t } = useTranslation("clinic");
	if (scoring.isPending) return t("save.pending");
	if (scoring.isOnlyScoresLeft) return t("save.partial", { n: scoring.scored });
	if (scoring.isDirty) return t("save.kept");
	return scoring.wasSaved ? t("save.done") : "";
}

/** Shown after the release: leads to the other picture of the application, or to the next application. */
function NextActions({
	mayScore,
	application,
	phase,
	next,
	onPhase,
	onCorrect,
}: Omit<Props, "tci" | "scoring" | "isReleasing" | "onRelease">) {
	const { t } = useTranslation("clinic");
	const paths = useWorkPaths();
	const other: Phase = phase === "before" ? "after" : "before";
	const skipped = application.beforeOnly && other === "after";
	const left = application.status === 1 && !skipped && tciOf(application, other)?.status !== 2;
	return (
		<div className="flex flex-col gap-2">
			<p
				role="status"
				className="flex items-center gap-2 rounded-[14px] bg-mint-100 px-3.5 py-3 text-[14px] font-bold text-green-700"
			>
				<CheckIcon /> {t("release.done")}
			</p>
			{left ? (
				<Button onPress={() => onPhase(other)}>
					{t("release.other", { phase: t(`phase.${other}.long`) })}
				</Button>
			) : null}
			{next === null ? (
				<p className="py-2 text-center text-meta text-ink-600">{t("release.noNext")}</p>
			) : (
				<Link to={paths.application(next)} className={buttonStyle(left ? "secondary" : "primary")}>
					{t("release.next")}
				</Link>
			)}
			{mayScore ? (
				<Button tone="quiet" onPress={onCorrect}>
					{t("correction.open")}
				</Button>
			) : null}
		</div>
	);
}
