import { useTranslation } from "react-i18next";
import { useStaffSession } from "~/clinic/session/staff-session";
import { LeaveDialog } from "~/clinic/ui/leave-dialog";
import type { Phase } from "~/domain/tci/application";
import type { Expert, Tci } from "~/shared/api/types";
import { ConflictDialog } from "./conflict-dialog";
import { KeysDialog } from "./keys-dialog";
import { PictureDialog } from "./picture-dialog";
import type { usePictureUpload } from "./use-picture-upload";
import type { ScoringState } from "./use-scoring";

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

/** What one opened over the scoring, and what asks by itself: another's work, and leaving with work unsaved. */
export function ScoringDialogs({ open, experts, isDirty, isSavable, ...props }: Props) {
	const { t } = useTranslation("clinic");
	const { staff } = useStaffSession();
	const { scoring } = props;
	return (
		<>
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
			<LeaveDialog
				isDirty={isDirty}
				text={t("leave.scoring")}
				onSave={isSavable ? scoring.save : undefined}
			/>
		</>
	);
}
