import { useTranslation } from "react-i18next";
import type { Phase } from "~/domain/tci/application";
import type { View } from "~/domain/tci/grade";
import { PhotoModeSwitch } from "~/domain/tongue/photo-mode-switch";
import type { Application, NamedExpert, Tci } from "~/shared/api/types";
import { CorrectionActions } from "./correction-actions";
import { Corrections } from "./corrections";
import { CropPreview } from "./crop-preview";
import { ScoringActions } from "./scoring-actions";
import { ScoringForm } from "./scoring-form";
import type { ScoringValues } from "./scoring-values";
import type { ScoringState } from "./use-scoring";

interface Props {
	application: Application;
	tci: Tci;
	phase: Phase;
	next: number | null;
	view: View;
	values: ScoringValues;
	experts: readonly NamedExpert[];
	scoring: ScoringState;
	/** URL of the photo. */
	url: string | null;
	mode: { mayScore: boolean; isFixed: boolean; isCorrecting: boolean };
	isReleasing: boolean;
	onView: (view: View) => void;
	onPhase: (phase: Phase) => void;
	onRelease: (isOpen: boolean) => void;
	onCorrectingChange: (isOn: boolean) => void;
}

/** The scores of an analysis, its experts and its actions. Sticky, so that the buttons stay visible. */
export function ScoringPanel({ mode, onCorrectingChange, ...props }: Props) {
	const { t } = useTranslation("clinic");
	const { application, tci, view, values, scoring, url } = props;
	const { mayScore, isFixed, isCorrecting } = mode;
	return (
		<div className="flex min-w-0 flex-col gap-3.5 self-start rounded-card border border-line bg-white p-4 md:sticky md:top-3 md:max-h-[calc(100dvh-10.25rem)] md:overflow-y-auto">
			<PhotoModeSwitch
				view={view}
				onChange={props.onView}
				labels={{ ai: t("scoring.ai"), expert: t("scoring.direct") }}
			/>
			<ScoringForm
				tci={tci}
				view={view}
				values={values}
				experts={props.experts}
				scoring={isFixed ? undefined : scoring}
			/>
			{view === "expert" && url && values.coordinates ? (
				<CropPreview url={url} square={values.coordinates} />
			) : null}
			{mayScore ? null : <p className="text-meta text-ink-600">{t("scoring.notYours")}</p>}
			<Corrections application={application} tci={tci} />
			{isCorrecting ? (
				<CorrectionActions
					application={application}
					tci={tci}
					scoring={scoring}
					onEnd={() => onCorrectingChange(false)}
				/>
			) : (
				<ScoringActions
					mayScore={mayScore}
					application={application}
					tci={tci}
					phase={props.phase}
					next={props.next}
					scoring={scoring}
					isReleasing={props.isReleasing}
					onRelease={props.onRelease}
					onPhase={props.onPhase}
					onCorrect={() => onCorrectingChange(true)}
				/>
			)}
		</div>
	);
}
