import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useStaffSession } from "~/clinic/session/staff-session";
import { LeaveDialog } from "~/clinic/ui/leave-dialog";
import type { Phase } from "~/domain/tci/application";
import type { Expert, Tci } from "~/shared/api/types";
import type { usePictureUpload } from "./use-picture-upload";
import type { ScoringState } from "./use-scoring";

const ConflictDialog = lazy(() =>
	import("./conflict-dialog").then((module) => ({ default: module.ConflictDialog })),
);

const KeysDialog = lazy(() => import("./keys-dialog").then((module) => ({ default: module.KeysDialog })));
const PictureDialog = lazy(() =>
	import("./picture-dialog").then((module) => ({ default: module.PictureDialog })),
);

export type OpenDialog = "crop" | "photo" | "release" | "keys" | null;

interface Props {
	open: OpenDialog;
	url: string | null;
	tci: Tci;
	phase: Phase;
	scoring: ScoringState;
	upload: ReturnType<typeof usePictureUpload>;
	experts: readonly Expert[];
	isDirty: boolean;
	isSavable: boolean;
	onClose: () => void;
}

/** Dialogs of the scoring screen: those that the user opened, the save conflict, and the warning about unsaved work. */
export function ScoringDialogs({ open, experts, isDirty, isSavable, ...props }: Props) {
	const { t } = useTranslation("clinic");
	const { staff } = useStaffSession();
	const { scoring } = props;
	return (
		<>
			<Suspense>
				{open === "crop" || open === "photo" ? <PictureDialog open={open} {...props} /> : null}
				{open === "keys" ? <KeysDialog onClose={props.onClose} /> : null}
				{scoring.conflict ? (
					<ConflictDialog
						key={scoring.conflict.current.version}
						conflict={scoring.conflict}
						experts={experts}
						ownId={staff?.id}
						scoring={scoring}
					/>
				) : null}
			</Suspense>
			<LeaveDialog
				isDirty={isDirty}
				text={t("leave.scoring")}
				onSave={isSavable ? scoring.save : undefined}
			/>
		</>
	);
}
