import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Phase } from "~/domain/tci/application";
import type { View } from "~/domain/tci/grade";
import { FailureText } from "~/domain/tongue/failure-text";
import type { Application, Tci, TciPicture } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { PhotoBar } from "./photo-bar";
import { PhotoSection } from "./photo-section";
import { ScoringPhoto } from "./scoring-photo";
import { pictureOf, type ScoringValues } from "./scoring-values";
import type { usePictureUpload } from "./use-picture-upload";
import type { ScoringState } from "./use-scoring";

const OutlineEditor = lazy(() => import("./outline-editor"));

interface Conditions {
	/** Whether the person's consent allows new photos. */
	mayAddPhotos: boolean;
	/** Scores a photo that the AI rejected. */
	isManual: boolean;
	/** Corrects a released result. */
	isCorrecting: boolean;
}

/** Whether the AI rejected the photo but it can be displayed. */
export const isManuallyScorable = (tci: Tci): boolean =>
	tci.failure !== null && tci.tciPicture !== null && tci.tciPicture.width !== null;

/** Whether the AI still reads the photo, so that no result can be sent yet. */
export const isUnread = (tci: Tci): boolean => tci.status === 0 && !isManuallyScorable(tci);

/** The actions that the current state of an analysis allows. */
export function allowedActions(
	application: Application,
	tci: Tci,
	view: View,
	{ mayAddPhotos, isManual, isCorrecting }: Conditions,
) {
	const received = application.status === 1;
	const scorable = isManuallyScorable(tci);
	const takesPhoto =
		received && tci.status < 2 && (!tci.tciPicture || (tci.failure !== null && !(isManual && scorable)));
	const isFixed = isCorrecting ? false : tci.status === 2 || !received;
	const shown = tci.tciPicture !== null && !takesPhoto;
	// A photo that could not be read as a whole may be readable after a crop.
	const known = tci.tciPicture !== null && (shown || tci.tciPicture.width !== null);
	return {
		isFixed,
		takesPhoto,
		canAddPhoto: takesPhoto && mayAddPhotos,
		canRetake: received && shown && mayAddPhotos,
		canCrop: known && !isFixed && view === "expert",
		canScoreManually: takesPhoto && scorable,
		canOutline: shown && !isFixed && view === "expert" && tci.tciPicture?.aiResult != null,
	};
}

interface Props {
	tci: Tci;
	phase: Phase;
	view: View;
	values: ScoringValues;
	scoring: ScoringState;
	upload: ReturnType<typeof usePictureUpload>;
	allowed: ReturnType<typeof allowedActions>;
	/** Whether the cells take the focus on mount. */
	isFirst: boolean;
	onOpen: (sheet: "crop" | "photo" | "keys") => void;
	onScoreManually: () => void;
}

/** The photo of an analysis with its actions: score, crop, correct the outline, retake. */
export function PhotoColumn({
	tci,
	phase,
	view,
	values,
	scoring,
	upload,
	allowed,
	isFirst,
	onOpen,
	onScoreManually,
}: Props) {
	const { t } = useTranslation("clinic");
	const [outlining, setOutlining] = useState(false);
	const isOutlining = outlining && allowed.canOutline;
	const canCrop = allowed.canCrop && !isOutlining;
	const picture = tci.tciPicture;
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<PhotoBar
				tci={tci}
				allowed={{ outline: allowed.canOutline && !outlining, photo: allowed.canRetake, crop: canCrop }}
				onOpen={(what) => (what === "outline" ? setOutlining(true) : onOpen(what))}
			/>
			{allowed.canAddPhoto ? (
				<PhotoSection failure={tci.failure} phase={phase} upload={upload} replaces={false} />
			) : allowed.takesPhoto && tci.failure ? (
				<section className="card mx-auto w-full max-w-[460px]">
					<FailureText failure={tci.failure} />
				</section>
			) : null}
			{allowed.canScoreManually ? (
				<div className="mx-auto flex w-full max-w-[460px] flex-col gap-1">
					<button type="button" className={buttonStyle("secondary")} onClick={onScoreManually}>
						{t("photo.byHand")}
					</button>
					<p className="text-center text-meta text-ink-600">{t("photo.byHandText")}</p>
				</div>
			) : null}
			{picture && !allowed.takesPhoto ? (
				<Stage
					tci={tci}
					picture={picture}
					view={view}
					values={values}
					scoring={scoring}
					isFixed={allowed.isFixed}
					isFirst={isFirst}
					onOutlined={isOutlining ? () => setOutlining(false) : null}
				/>
			) : null}
			{canCrop && allowed.takesPhoto ? (
				<p className="text-center text-meta text-ink-600">{t("photo.part")}</p>
			) : null}
		</div>
	);
}

interface StageProps {
	tci: Tci;
	picture: TciPicture;
	view: View;
	values: ScoringValues;
	scoring: ScoringState;
	isFixed: boolean;
	isFirst: boolean;
	/** Ends the correction of the outline; null while it is not being corrected. */
	onOutlined: (() => void) | null;
}

/** The photo, with the cells to score or the outline to correct. */
function Stage({ tci, picture, view, values, scoring, isFixed, isFirst, onOutlined }: StageProps) {
	if (onOutlined) {
		return (
			<Suspense fallback={null}>
				<OutlineEditor
					key={pictureOf(tci)}
					picture={picture}
					value={scoring.values.expertOutline}
					onChange={(expertOutline) => scoring.change({ expertOutline })}
					onDone={onOutlined}
				/>
			</Suspense>
		);
	}
	return (
		<ScoringPhoto
			tci={tci}
			picture={picture}
			view={view}
			values={values}
			scoring={isFixed ? undefined : scoring}
			isFirst={isFirst}
		/>
	);
}
