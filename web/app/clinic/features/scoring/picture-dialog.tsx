import { lazy } from "react";
import { useTranslation } from "react-i18next";
import type { Phase } from "~/domain/tci/application";
import { isPending } from "~/domain/tci/grade";
import type { Tci } from "~/shared/api/types";
import { Dialog } from "~/shared/ui/dialog";
import { LazyPart } from "~/shared/ui/lazy-part";
import { PhotoSection } from "./photo-section";
import type { usePictureUpload } from "./use-picture-upload";
import type { ScoringState } from "./use-scoring";

const CropDialog = lazy(() => import("~/domain/tongue/crop-dialog"));

interface Props {
	open: "crop" | "photo";
	url: string | null;
	tci: Tci;
	phase: Phase;
	scoring: ScoringState;
	upload: ReturnType<typeof usePictureUpload>;
	onClose: () => void;
}

/** Changes the picture: another crop or another photo. */
export function PictureDialog({ open, url, tci, phase, scoring, upload, onClose }: Props) {
	const { t } = useTranslation("clinic");
	if (open === "crop") {
		if (!url) return null;
		const save = (coordinates: typeof scoring.values.coordinates) => {
			scoring.change({ coordinates });
			onClose();
		};
		return (
			<LazyPart onClose={onClose}>
				<CropDialog
					url={url}
					current={scoring.values.coordinates}
					isPending={false}
					onClose={onClose}
					onSave={save}
					onReset={() => save(null)}
				/>
			</LazyPart>
		);
	}
	const pick: typeof upload.pick = (file, of) => {
		upload.pick(file, of);
		onClose();
	};
	return (
		<Dialog title={t("photo.retake")} onClose={onClose}>
			<div className="mt-3">
				<PhotoSection failure={null} phase={phase} upload={{ ...upload, pick }} replaces={!isPending(tci)} />
			</div>
		</Dialog>
	);
}
