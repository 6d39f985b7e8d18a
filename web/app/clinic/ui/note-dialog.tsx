import { lazy, Suspense } from "react";

export interface NoteDialogProps {
	title: string;
	text: string;
	label: string;
	/** What is shown when the note is empty; without it the note may be. */
	missing?: string;
	/** The button that changes nothing. */
	keep?: string;
	submit: string;
	tone?: "danger";
	maxLength?: number;
	/** Sends the note; rejects with the server's problem. */
	onNote: (note: string) => Promise<unknown>;
	onClose: () => void;
}

const NoteForm = lazy(() => import("./note-form"));

/** Asks for a note before something is done. */
export function NoteDialog(props: NoteDialogProps) {
	return (
		<Suspense>
			<NoteForm {...props} />
		</Suspense>
	);
}
