import { useTranslation } from "react-i18next";
import { NoteDialog } from "~/clinic/ui/note-dialog";
import { useResolve } from "./findings-query";

/** Resolves a discrepancy with a note on how. */
export function ResolveDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const { t } = useTranslation("payments");
	const resolve = useResolve(id);
	return (
		<NoteDialog
			title={t("resolve.title")}
			text={t("resolve.text")}
			label={t("resolve.note")}
			missing={t("resolve.missing")}
			cancelLabel={t("resolve.keep")}
			submit={t("resolve.do")}
			onNote={(note) => resolve.mutateAsync(note, { onSuccess: onClose })}
			onClose={onClose}
		/>
	);
}
