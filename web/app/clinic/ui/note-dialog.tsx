import { type FormEvent, useId, useState } from "react";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";

const MAX_LENGTH = 500;

interface Props {
	title: string;
	text: string;
	/** What is to be written. */
	label: string;
	/** What is said when nothing is written; without it nothing has to be. */
	missing?: string;
	keep: string;
	submit: string;
	error: unknown;
	isPending: boolean;
	onNote: (note: string) => void;
	onClose: () => void;
}

/** Asks for a few words before something is said to be done. */
export function NoteDialog({ missing, error, isPending, onNote, onClose, ...texts }: Props) {
	const field = useId();
	const [isMissing, setMissing] = useState(false);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const note = String(new FormData(event.currentTarget).get("note") ?? "").trim();
		const lacks = missing !== undefined && note === "";
		setMissing(lacks);
		if (lacks) return event.currentTarget.querySelector("textarea")?.focus();
		if (!isPending) onNote(note);
	};
	return (
		<Dialog title={texts.title} onClose={onClose}>
			<form method="post" onSubmit={submit} className="mt-2 flex flex-col gap-3">
				<p className="text-ink-600">{texts.text}</p>
				<div>
					<label htmlFor={field} className="text-meta font-semibold text-ink-600">
						{texts.label}
					</label>
					<textarea
						id={field}
						name="note"
						rows={3}
						maxLength={MAX_LENGTH}
						aria-invalid={isMissing || undefined}
						aria-describedby={isMissing ? `${field}-error` : undefined}
						className="mt-1.5 w-full rounded-control border border-field bg-white p-3 text-[15px] outline-none focus:border-green-700 focus:ring-3 focus:ring-green-700/15 aria-invalid:border-danger"
					/>
					{isMissing ? (
						<p id={`${field}-error`} role="alert" className="text-meta text-danger">
							{missing}
						</p>
					) : null}
				</div>
				{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
				<div className="grid grid-cols-2 gap-2">
					<Button tone="secondary" onPress={onClose}>
						{texts.keep}
					</Button>
					<Button type="submit" isPending={isPending}>
						{texts.submit}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
