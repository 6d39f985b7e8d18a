import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Application, Tci } from "~/lib/api/types";
import { type Phase, tciOf } from "~/lib/tci/application";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { buttonStyle } from "~/ui/button-style";
import { Notice } from "~/ui/notice";
import { CheckIcon } from "~/ui/tool-icons";
import { isScorableByHand } from "./photo-column";
import { problemText } from "./problem-text";
import { ReleaseSheet } from "./release-sheet";
import type { ScoringState } from "./use-scoring";

interface Props {
	/** Whether the role may save and release. */
	mayScore: boolean;
	application: Application;
	tci: Tci;
	phase: Phase;
	next: number | null;
	scoring: ScoringState;
	onPhase: (phase: Phase) => void;
	/** Begins a correction of what is released. */
	onCorrect: () => void;
}

/** Saving, sending, and the way to what comes next. */
export function ScoringActions({
	mayScore,
	application,
	tci,
	phase,
	next,
	scoring,
	onPhase,
	onCorrect,
}: Props) {
	const { t } = useTranslation("clinic");
	const [asking, setAsking] = useState(false);
	if (tci.status === 2) {
		return (
			<Released
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
	const unread = tci.status === 0 && !isScorableByHand(tci);
	return (
		<div className="flex flex-col gap-2 bg-white md:sticky md:-bottom-4 md:-mx-4 md:-mb-4 md:border-t md:border-line md:px-4 md:pt-2 md:pb-4">
			<p role="status" className="min-h-5 text-meta text-ink-600">
				{scoring.isPending
					? t("save.pending")
					: scoring.isDirty
						? t("save.kept")
						: scoring.wasSaved
							? t("save.done")
							: ""}
			</p>
			{scoring.isReplaced ? <Notice tone="danger">{t("save.replaced")}</Notice> : null}
			{scoring.error ? <Notice tone="danger">{problemText(t, scoring.error)}</Notice> : null}
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" isPending={scoring.isPending} onPress={scoring.save}>
					{t("save.do")}
				</Button>
				<Button isDisabled={unread} isPending={scoring.isPending} onPress={() => setAsking(true)}>
					{t("release.open")}
				</Button>
			</div>
			{asking ? (
				<ReleaseSheet
					name={application.patientInstitution.name}
					scoring={scoring}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}

/** The patient has it: on to the other picture of the two, or to the next patient. */
function Released({
	mayScore,
	application,
	phase,
	next,
	onPhase,
	onCorrect,
}: Omit<Props, "tci" | "scoring">) {
	const { t } = useTranslation("clinic");
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
				<Link to={pathTo("clinicApplication", next)} className={buttonStyle(left ? "secondary" : "primary")}>
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
