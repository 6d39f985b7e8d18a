import { useTranslation } from "react-i18next";
import { NoteDialog } from "~/clinic/ui/note-dialog";
import type { StaffClaim } from "~/domain/claim/types";
import { useChangeClaim } from "./claims-query";

/** Refuses a claim whose documents cannot be issued. The patient reads the reason and is refunded. */
export function RefuseDialog({ claim, onClose }: { claim: StaffClaim; onClose: () => void }) {
	const { t } = useTranslation("claims");
	const change = useChangeClaim(claim.id);
	return (
		<NoteDialog
			title={t("refuse.title")}
			text={t(claim.payment ? "refuse.paid" : "refuse.text")}
			label={t("refuse.reason")}
			missing={t("refuse.missing")}
			cancelLabel={t("refuse.keep")}
			submit={t("refuse.do")}
			tone="danger"
			onNote={(reason) => change.mutateAsync({ status: -1, reason }, { onSuccess: onClose })}
			onClose={onClose}
		/>
	);
}
