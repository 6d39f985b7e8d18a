import { lazy, Suspense } from "react";

export interface NoteDialogProps {
	title: string;
	text: string;
	label: string;
	/** Error for an empty note; without it the note is optional. */
	missing?: string;
	/** Label of the button that cancels. */
	cancelLabel?: string;
	submit: string;
	tone?: "danger";
	maxLength?: number;
	/** Sends the note; rejects with the server's problem. */
	onNote: (note: string) => Promise<unknown>;
	onClose: () => void;
}

const NoteForm = lazy(() => import("./note-form"));

/** Requires a note before an action. */
export function NoteDialog(props: NoteDialogProps) {
	return (
		<Suspense>
			<NoteForm {...props} />
		</Suspense>
	);
}
