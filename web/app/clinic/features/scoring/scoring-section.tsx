import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useWorkPaths } from "~/clinic/lib/worklist-filters";
import { useStaffSession } from "~/clinic/session/staff-session";
import type { Phase } from "~/domain/tci/application";
import type { View } from "~/domain/tci/grade";
import { usePictureUrl } from "~/domain/tongue/photo-frame";
import type { Application, Tci } from "~/shared/api/types";
import { useExperts } from "./application-query";
import { useMayAddPhotos } from "./health-consent-query";
import { allowedActions, isManuallyScorable, isUnread, PhotoColumn } from "./photo-column";
import { PhotoSection } from "./photo-section";
import { type OpenDialog, ScoringDialogs } from "./scoring-dialogs";
import { ScoringPanel } from "./scoring-panel";
import { valuesOf } from "./scoring-values";
import { usePictureUpload } from "./use-picture-upload";
import { type ScoringState, useScoring } from "./use-scoring";
import { useScoringKeys } from "./use-scoring-keys";

interface Props {
	application: Application;
	tci: Tci;
	phase: Phase;
	/** Id of the next application that needs work and that no colleague has. */
	next: number | null;
	onPhase: (phase: Phase) => void;
}

/** The view, and the actions that it, the analysis, the consent and the user's role allow. */
function useScoringMode(application: Application, tci: Tci) {
	const [view, setView] = useState<View>("expert");
	const [isCorrecting, setCorrecting] = useState(false);
	const [isManual, setManual] = useState(isManuallyScorable(tci) && tci.tciPicture?.score !== null);
	const mayScore = useStaffSession().staff?.permissions.includes("score_analyses") ?? false;
	const mayAddPhotos = useMayAddPhotos(application);
	const actions = allowedActions(application, tci, view, { isManual, isCorrecting, mayAddPhotos });
	// All roles that score also release, and only these may replace the photo of a released result.
	const canRetake = actions.canRetake && tci.status !== 2;
	const allowed = mayScore
		? actions
		: { ...actions, isFixed: true, canCrop: false, canOutline: false, canRetake };
	/** Corrections are made in the experts' view. */
	const changeCorrecting = (isOn: boolean) => {
		if (isOn) setView("expert");
		setCorrecting(isOn);
	};
	return { view, setView, allowed, mayScore, isCorrecting, changeCorrecting, setManual };
}

/** Experts to choose from. Until they are loaded, only the signed-in user. */
function useExpertChoice() {
	const known = useExperts();
	const { staff } = useStaffSession();
	return known.length === 0 && staff ? [staff] : known;
}

interface KeyOptions extends Pick<Props, "next"> {
	scoring: ScoringState;
	isSavable: boolean;
	isReleasable: boolean;
	onOpen: (dialog: OpenDialog) => void;
}

/** The keys of the actions that are possible now. */
function useSectionKeys({ next, scoring, isSavable, isReleasable, onOpen }: KeyOptions) {
	const navigate = useNavigate();
	const paths = useWorkPaths();
	useScoringKeys({
		save: isSavable ? () => void scoring.save() : undefined,
		release: isReleasable ? () => onOpen("release") : undefined,
		next: next === null ? undefined : () => void navigate(paths.application(next)),
		help: () => onOpen("keys"),
	});
}

/** One analysis in the scoring view: the photo in the middle, scores and experts on the right. */
export function ScoringSection({ application, tci, phase, next, onPhase }: Props) {
	const [open, setOpen] = useState<OpenDialog>(null);
	const mode = useScoringMode(application, tci);
	const { view, allowed, mayScore, isCorrecting } = mode;
	const scoring = useScoring(application, tci);
	const upload = usePictureUpload(application.id);
	const experts = useExpertChoice();
	const url = usePictureUrl(tci.tciPicture);
	// Focuses the cells after a navigation within the console; after a page load the focus starts at the top.
	const isFirst = useLocation().key !== "default";
	const values = allowed.isFixed ? valuesOf(tci) : scoring.values;
	const isSavable = !allowed.isFixed && !isCorrecting && tci.tciPicture !== null;
	const isReleasable = isSavable && !isUnread(tci) && !scoring.isPending;
	useSectionKeys({ next, scoring, isSavable, isReleasable, onOpen: setOpen });
	return (
		<div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_320px]">
			<PhotoColumn
				tci={tci}
				phase={phase}
				view={view}
				values={values}
				scoring={scoring}
				upload={upload}
				allowed={allowed}
				isFirst={isFirst}
				onOpen={setOpen}
				onScoreManually={() => mode.setManual(true)}
			/>
			<ScoringPanel
				application={application}
				tci={tci}
				phase={phase}
				next={next}
				view={view}
				values={values}
				experts={experts}
				scoring={scoring}
				url={url}
				mode={{ mayScore, isFixed: allowed.isFixed, isCorrecting }}
				isReleasing={open === "release"}
				onView={mode.setView}
				onPhase={onPhase}
				onRelease={(isOpen) => setOpen(isOpen ? "release" : null)}
				onCorrectingChange={mode.changeCorrecting}
			/>
			<ScoringDialogs
				open={open}
				url={url}
				tci={tci}
				phase={phase}
				scoring={scoring}
				upload={upload}
				experts={experts}
				isDirty={scoring.isDirty && !allowed.isFixed}
				isSavable={isSavable}
				onClose={() => setOpen(null)}
			/>
		</div>
	);
}

/** Uploads the first photo of a phase, which starts its analysis. Hidden until the consent allows photos. */
export function FirstPhoto({ application, phase }: { application: Application; phase: Phase }) {
	const upload = usePictureUpload(application.id);
	const mayAddPhotos = useMayAddPhotos(application);
	return mayAddPhotos ? <PhotoSection failure={null} phase={phase} upload={upload} replaces={false} /> : null;
}
