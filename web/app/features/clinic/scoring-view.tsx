import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Application, Tci } from "~/lib/api/types";
import { useStaffSession } from "~/lib/staff-session";
import type { Phase } from "~/lib/tci/application";
import { isPending, type View } from "~/lib/tci/grade";
import { Sheet } from "~/ui/sheet";
import { usePictureUrl } from "~/ui/tongue/picture-frame";
import { ViewSwitch } from "~/ui/tongue/view-switch";
import { useExperts } from "./application-query";
import { ConflictSheet } from "./conflict-sheet";
import { CorrectionActions } from "./correction-actions";
import { Corrections } from "./corrections";
import { CropPreview } from "./crop-preview";
import { isScorableByHand, PhotoColumn, possible } from "./photo-column";
import { PhotoPart } from "./photo-part";
import { ScoringActions } from "./scoring-actions";
import { ScoringForm } from "./scoring-form";
import { usePictureUpload } from "./use-picture-upload";
import { type ScoringState, useScoring } from "./use-scoring";

const CropSheet = lazy(() => import("~/ui/tongue/crop-sheet"));

interface Props {
	application: Application;
	tci: Tci;
	phase: Phase;
	/** The next application with something left to do. */
	next: number | null;
	onPhase: (phase: Phase) => void;
}

type Open = "crop" | "photo" | null;

/** One analysis on the desk: the photo in the middle, the numbers and who found them on the right. */
export function ScoringView({ application, tci, phase, next, onPhase }: Props) {
	const { t } = useTranslation("clinic");
	const [view, setView] = useState<View>("expert");
	const [open, setOpen] = useState<Open>(null);
	const scoring = useScoring(application, tci);
	const upload = usePictureUpload(application.id);
	const experts = useExperts();
	const picture = tci.tciPicture;
	const url = usePictureUrl(picture);
	const mayScore = useStaffSession().staff?.permissions.includes("score_analyses") ?? false;
	const [byHand, setByHand] = useState(isScorableByHand(tci) && tci.tciPicture?.score !== null);
	const [correcting, setCorrecting] = useState(false);
	const possibly = possible(application, tci, view, { byHand, correcting });
	const can = mayScore ? possibly : { ...possibly, isFixed: true, canCrop: false, canOutline: false };
	const { coordinates } = scoring.values;
	return (
		<div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_320px]">
			<PhotoColumn
				tci={tci}
				phase={phase}
				view={view}
				scoring={scoring}
				upload={upload}
				can={can}
				onOpen={setOpen}
				onByHand={() => setByHand(true)}
			/>
			<div className="flex min-w-0 flex-col gap-4 self-start rounded-card border border-line bg-white p-4 md:sticky md:top-3 md:max-h-[calc(100dvh-10.5rem)] md:overflow-y-auto">
				<ViewSwitch
					view={view}
					onChange={setView}
					labels={{ ai: t("scoring.ai"), expert: t("scoring.direct") }}
				/>
				<ScoringForm
					tci={tci}
					view={view}
					values={scoring.values}
					experts={experts}
					isFixed={can.isFixed}
					onChange={scoring.change}
				/>
				{view === "expert" && url && coordinates ? <CropPreview url={url} square={coordinates} /> : null}
				{mayScore ? null : <p className="text-meta text-ink-600">{t("scoring.notYours")}</p>}
				{correcting ? (
					<CorrectionActions
						application={application}
						tci={tci}
						scoring={scoring}
						onEnd={() => setCorrecting(false)}
					/>
				) : (
					<ScoringActions
						mayScore={mayScore}
						application={application}
						tci={tci}
						phase={phase}
						next={next}
						scoring={scoring}
						onPhase={onPhase}
						onCorrect={() => {
							setView("expert");
							setCorrecting(true);
						}}
					/>
				)}
				<Corrections application={application} tci={tci} />
			</div>
			<Opened
				open={open}
				url={url}
				tci={tci}
				phase={phase}
				scoring={scoring}
				upload={upload}
				onClose={() => setOpen(null)}
			/>
			{scoring.conflict ? (
				<ConflictSheet current={scoring.conflict} experts={experts} scoring={scoring} />
			) : null}
		</div>
	);
}

/** The first photo of a phase: with it the analysis begins. */
export function FirstPhoto({ application, phase }: { application: Application; phase: Phase }) {
	const upload = usePictureUpload(application.id);
	return <PhotoPart failure={null} phase={phase} upload={upload} replaces={false} />;
}

interface OpenedProps {
	open: Open;
	url: string | null;
	tci: Tci;
	phase: Phase;
	scoring: ScoringState;
	upload: ReturnType<typeof usePictureUpload>;
	onClose: () => void;
}

/** The sheet that is open: cutting the square out, or another photo. */
function Opened({ open, url, tci, phase, scoring, upload, onClose }: OpenedProps) {
	const { t } = useTranslation("clinic");
	if (open === "crop" && url) {
		return (
			<Suspense fallback={null}>
				<CropSheet
					url={url}
					current={scoring.values.coordinates}
					isPending={false}
					onClose={onClose}
					onSave={(square) => {
						scoring.change({ coordinates: square });
						onClose();
					}}
				/>
			</Suspense>
		);
	}
	if (open !== "photo") return null;
	const pick: typeof upload.pick = (file, of) => {
		upload.pick(file, of);
		onClose();
	};
	return (
		<Sheet title={t("photo.retake")} onClose={onClose}>
			<div className="mt-3">
				<PhotoPart failure={null} phase={phase} upload={{ ...upload, pick }} replaces={!isPending(tci)} />
			</div>
		</Sheet>
	);
}
