import { useTranslation } from "react-i18next";
import { NoteDialog } from "~/clinic/ui/note-dialog";
import type { StaffClaim } from "~/domain/claim/types";
import { useChangeClaim } from "./claims-query";

/**
 * Refuses a claim whose documents cannot be issued, or cancels one that was released with wrong documents. The patient
 * reads the reason and is refunded.
 */
export function RefuseDialog({ claim, onClose }: { claim: StaffClaim; onClose: () => void }) {
	const { t } = useTranslation("claims");
	const change = useChangeClaim(claim.id);
	const isReleased = claim.status === 2;
	const textOfOpen = claim.payment ? "refuse.paid" : "refuse.text";
	return (
		<NoteDialog
			title={t(isReleased ? "refuse.titleReleased" : "refuse.title")}
			text={t(isReleased ? "refuse.textReleased" : textOfOpen)}
			label={t("refuse.reason")}
			missing={t("refuse.missing")}
			cancelLabel={t("refuse.keep")}
			submit={t(isReleased ? "refuse.doReleased" : "refuse.do")}
			tone="danger"
			onNote={(reason) => change.mutateAsync({ status: -1, reason }, { onSuccess: onClose })}
			onClose={onClose}
		/>
	);
}
