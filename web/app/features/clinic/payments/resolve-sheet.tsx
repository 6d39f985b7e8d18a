import { useTranslation } from "react-i18next";
import { NoteSheet } from "../note-sheet";
import { useResolve } from "./findings-query";

/** Says that a person put something right, and how. */
export function ResolveSheet({ id, onClose }: { id: number; onClose: () => void }) {
	const { t } = useTranslation("payments");
	const resolve = useResolve(id);
	return (
		<NoteSheet
			title={t("resolve.title")}
			text={t("resolve.text")}
			label={t("resolve.note")}
			missing={t("resolve.missing")}
			keep={t("resolve.keep")}
			submit={t("resolve.do")}
			error={resolve.error}
			isPending={resolve.isPending}
			onNote={(note) => resolve.mutate(note, { onSuccess: onClose })}
			onClose={onClose}
		/>
	);
}
