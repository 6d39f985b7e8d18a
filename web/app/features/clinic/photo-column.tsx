import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Application, Tci, TciPicture } from "~/lib/api/types";
import type { Phase } from "~/lib/tci/application";
import type { View } from "~/lib/tci/grade";
import { buttonStyle } from "~/ui/button-style";
import { StatusBadge } from "~/ui/tongue/status-badge";
import { CameraIcon, CropIcon, OutlineIcon } from "~/ui/tool-icons";
import { PhotoPart } from "./photo-part";
import { ScoringPhoto } from "./scoring-photo";
import { pictureOf } from "./scoring-values";
import type { usePictureUpload } from "./use-picture-upload";
import type { ScoringState } from "./use-scoring";

const OutlineEditor = lazy(() => import("./outline-editor"));

/** What an expert has chosen to do beyond the usual. */
export interface Modes {
	/** To score a photo that the AI refused. */
	byHand: boolean;
	/** To correct what is released. */
	correcting: boolean;
}

/** Whether the AI refused the photo, and it can be seen. */
export const isScorableByHand = (tci: Tci): boolean =>
	tci.failure !== null && tci.tciPicture !== null && tci.tciPicture.width !== null;

/** What can be done to an analysis as it stands. */
export function possible(application: Application, tci: Tci, view: View, { byHand, correcting }: Modes) {
	const received = application.status === 1;
	const scorable = isScorableByHand(tci);
	const takesPhoto =
		received && tci.status < 2 && (!tci.tciPicture || (tci.failure !== null && !(byHand && scorable)));
	const isFixed = correcting ? false : tci.status === 2 || !received;
	const shown = tci.tciPicture !== null && !takesPhoto;
	// What could not be read whole may be read in part.
	const known = tci.tciPicture !== null && (shown || tci.tciPicture.width !== null);
	return {
		isFixed,
		takesPhoto,
		canRetake: received && shown,
		canCrop: known && !isFixed && view === "expert",
		canScoreByHand: takesPhoto && scorable,
		canOutline: shown && !isFixed && view === "expert" && tci.tciPicture?.aiResult != null,
	};
}

interface Props {
	tci: Tci;
	phase: Phase;
	view: View;
	scoring: ScoringState;
	upload: ReturnType<typeof usePictureUpload>;
	can: ReturnType<typeof possible>;
	onOpen: (sheet: "crop" | "photo") => void;
	onByHand: () => void;
}

/** The photo of an analysis and what can be done to it: scored, cut out, its outline corrected, taken again. */
export function PhotoColumn({ tci, phase, view, scoring, upload, can, onOpen, onByHand }: Props) {
	const { t } = useTranslation("clinic");
	const [outlining, setOutlining] = useState(false);
	const isOutlining = outlining && can.canOutline;
	const canCrop = can.canCrop && !isOutlining;
	const picture = tci.tciPicture;
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<PhotoBar
				tci={tci}
				can={{ outline: can.canOutline && !outlining, photo: can.canRetake, crop: canCrop }}
				onOpen={(what) => (what === "outline" ? setOutlining(true) : onOpen(what))}
			/>
			{can.takesPhoto ? (
				<PhotoPart failure={tci.failure} phase={phase} upload={upload} replaces={false} />
			) : null}
			{can.canScoreByHand ? (
				<div className="mx-auto flex w-full max-w-[460px] flex-col gap-1">
					<button type="button" className={buttonStyle("secondary")} onClick={onByHand}>
						{t("photo.byHand")}
					</button>
					<p className="text-center text-meta text-ink-600">{t("photo.byHandText")}</p>
				</div>
			) : null}
			{picture && !can.takesPhoto ? (
				<Stage
					tci={tci}
					picture={picture}
					view={view}
					scoring={scoring}
					isFixed={can.isFixed}
					onOutlined={isOutlining ? () => setOutlining(false) : null}
				/>
			) : null}
			{canCrop ? (
				<p className={`text-center text-meta text-ink-600 ${can.takesPhoto ? "" : "max-md:hidden"}`}>
					{t(can.takesPhoto ? "photo.part" : "scoring.keys")}
				</p>
			) : null}
		</div>
	);
}

interface StageProps {
	tci: Tci;
	picture: TciPicture;
	view: View;
	scoring: ScoringState;
	isFixed: boolean;
	/** Ends the correcting of the outline; null while none is under way. */
	onOutlined: (() => void) | null;
}

/** The photo: with the cells to be scored, or with the outline to be corrected. */
function Stage({ tci, picture, view, scoring, isFixed, onOutlined }: StageProps) {
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
			values={scoring.values}
			onScores={isFixed ? undefined : (expertScores) => scoring.change({ expertScores })}
		/>
	);
}

interface BarProps {
	tci: Tci;
	can: { outline: boolean; photo: boolean; crop: boolean };
	onOpen: (what: "outline" | "photo" | "crop") => void;
}

/** The analysis's number and state, and what can be done to its photo. */
function PhotoBar({ tci, can, onOpen }: BarProps) {
	const { t } = useTranslation("clinic");
	const tools = [
		["outline", OutlineIcon, t("outline.open"), "quiet"],
		["photo", CameraIcon, t("photo.retake"), "quiet"],
		["crop", CropIcon, t("cropper.title", { ns: "tongue" }), "secondary"],
	] as const;
	return (
		<div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
			<p className="flex items-center gap-2.5 text-meta text-ink-600">
				<span className="number">{tci.tciNumber}</span>
				<StatusBadge tci={tci} />
			</p>
			<div className="flex flex-wrap gap-2">
				{tools.map(([what, Icon, label, tone]) =>
					can[what] ? (
						<button
							key={what}
							type="button"
							className={buttonStyle(tone, "min-h-11!", "tight")}
							onClick={() => onOpen(what)}
						>
							<Icon />
							{label}
						</button>
					) : null,
				)}
			</div>
		</div>
	);
}
